import { expectAccessible } from '../support/accessible'
import { goOffline } from '../support/connection'
import { anyWidth, expect, quick, test } from '../support/fixtures'

const path = '/my-subscriptions/all-requests'

test(
  'indu sees her requests, newest first, from home and without a network (ROUTE-15, ENTITY-20, CALL-07)',
  quick,
  async ({ page, signIn }) => {
    await signIn('indu')
    const next = page.getByRole('main').getByRole('link')
    await expect(next.filter({ hasText: /^Closure: RO water purifier.*We come on \d{1,2} \w+ \d{4}$/ })).toBeVisible()
    await next.filter({ hasText: /^Repair: Treadmill.*We come on \d{1,2} \w+ \d{4}$/ }).click()
    await expect(page.getByRole('dialog').getByText('The belt of the treadmill slips.')).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`/dashboard${path}`)
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(2)

    const [closure, repair] = [cards.first(), cards.last()]
    await expect(closure.getByRole('heading', { name: 'Closure' })).toBeVisible()
    await expect(closure).toContainText('RO water purifier')
    await expect(closure).toContainText('Moving to another city')
    await expect(repair.getByRole('heading', { name: 'Repair' })).toBeVisible()
    await expect(repair).toContainText('Treadmill')
    await expect(repair).toContainText('The belt of the treadmill slips.')
    for (const card of [closure, repair]) {
      await expect(card).toContainText(/Ticket T[0-9a-z]+/)
      await expect(card.getByText('Scheduled', { exact: true })).toBeVisible()
      await expect(card).toContainText(/Raised on\d{1,2} \w+ \d{4}/)
      await expect(card).toContainText(/Preferred date\d{1,2} \w+ \d{4}/)
    }

    // Stored figures say how old they are.
    const age = page.getByRole('main').getByText(/^The figures below are of \d{1,2} \w+ \d{4}, /)
    await expect(age).toHaveCount(0)
    await goOffline(page)
    await expect(age).toBeVisible()
    await expect(cards).toHaveCount(2)
  },
)

test(
  'the filter asks for live and past requests and is part of the address (ENTITY-21)',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('indu', path)
    const cards = page.getByRole('main').getByRole('article')
    await page.getByRole('tab', { name: 'Live' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('activeStatus') === 'true')
    await expect(cards).toHaveCount(2)

    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(page.getByText('You have no past requests.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Past' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('You have no past requests.')).toBeVisible()

    await page.getByRole('tab', { name: 'All' }).click()
    await expect(cards).toHaveCount(2)

    // The item shows the request too, in the list of items and when choosing items for another request.
    const mark = (type: string) => new RegExp(`Live request: ${type} \\(T[0-9A-Z]+\\)\\s· \\d{1,2} \\w+ \\d{4}`)
    await page.goto('/dashboard/home?requestType=repair-request')
    const picker = page.getByRole('dialog', { name: 'Repair Request' })
    await expect(picker.getByRole('checkbox', { name: /Treadmill/ })).toHaveAccessibleName(mark('Repair'))
    await expect(picker.getByText(mark('Closure'))).toBeVisible()
    await page.goto('/dashboard/my-subscriptions/active-subscriptions')
    await page
      .getByRole('main')
      .getByRole('link', { name: mark('Repair') })
      .click()
    await expect(page.getByRole('dialog').getByText('The belt of the treadmill slips.')).toBeVisible()
  },
)

test('whoever has not asked for anything is offered to (ROUTE-15)', async ({ page, signIn }) => {
  await signIn('esha', path)
  await expect(page.getByText('You have not raised any request yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create Request' }).click()
  await expect(page.getByRole('dialog', { name: 'Create a new request' })).toBeVisible()
})
