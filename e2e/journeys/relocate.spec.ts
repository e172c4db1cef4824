import type { Page } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { expectTold, expectUnbroken, invoicePath, rentLines } from '../support/books'
import { onDesktop } from '../support/browser'
import { chooseDay } from '../support/calendar'
import { chooseOption } from '../support/choosing'
import type { City } from '../support/city'
import { toClosureCharges } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { owed } from '../support/paying'

const flow = '/home?requestType=relocate-subscription'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Relocation Request' })
const go = (page: Page) => dialog(page).getByRole('button', { name: 'Continue', exact: true })
const heading = (page: Page, name: string) => dialog(page).getByRole('heading', { name })

async function expectStep(page: Page, step: string, percent: number): Promise<void> {
  await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === step)
  await expect(dialog(page).getByText(`${percent}%`)).toBeVisible()
}

async function chooseItem(page: Page): Promise<string> {
  const item = dialog(page).getByRole('checkbox').first()
  // The name of the first item follows the text above the items.
  const name = (await dialog(page).getByRole('group').getByText(/\S/).nth(1).textContent()) ?? ''
  await expect(item).toHaveAccessibleName(new RegExp(`^${name}`))
  await item.check()
  await go(page).click()
  await expectStep(page, 'choose-pickup-location', 40)
  return name
}

async function choosePickupPlace(page: Page): Promise<void> {
  await dialog(page)
    .getByRole('radio', { name: /^Address 1/ })
    .check()
  await expect(dialog(page).getByText('Selected', { exact: true })).toBeVisible()
  await go(page).click()
  await expectStep(page, 'choose-pickup-date', 60)
}

async function search(page: Page, text: string, option: string, form = dialog(page)): Promise<void> {
  await chooseOption(page, form.getByRole('combobox', { name: 'Street' }), text, option)
}

/** On mobile, the place must be confirmed before the fields appear. */
async function addAddress(page: Page, text: string, option: string, form = dialog(page)): Promise<void> {
  await search(page, text, option, form)
  if (!onDesktop(page)) await form.getByRole('button', { name: 'Continue', exact: true }).click()
  await form.getByLabel('House No./Flat No.').fill('4B')
  await form.getByRole('button', { name: onDesktop(page) ? 'Save' : 'Proceed' }).click()
}

async function openNewDrop(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Add new', exact: true }).click()
  await expectStep(page, 'add-new-drop-location', 60)
  await expect(dialog(page).getByRole('application')).toBeVisible()
}

/** Chooses the first free slot. */
async function chooseSlot(page: Page): Promise<void> {
  const slot = dialog(page).getByRole('radio', { disabled: false }).first()
  await slot.check()
  await go(page).click()
}

const held = /^We hold your slot for you until \d{1,2}:\d\d [ap]m\.$/

const baner = 'Baner, Pune, Maharashtra 411045, India'
const koramangala = 'Koramangala, Bengaluru, Karnataka 560034, India'

/** The city where an item is, according to the server. */
async function cityOf(city: City, persona: string, item: string): Promise<string | undefined> {
  interface Dashboard {
    activeProductLists: { name: string; locationId: number }[]
    locations: { id: number; name: string }[]
  }
  const data = await city.get<Dashboard>(await city.token(persona), '/api/Dashboards/dashboardData')
  const place = data.activeProductLists.find(({ name }) => name === item)?.locationId
  return data.locations.find(({ id }) => id === place)?.name
}

test.describe('what is asked for happens', () => {
  test.use({ ownCity: true })

  test(
    'esha moves an item from Mumbai to Bengaluru, and the tax moves with it (RELOCATE-01, RELOCATE-13, VALID-41, CALL-23, CALL-25, CALL-32)',
    quick,
    async ({ page, city, signIn }) => {
      test.slow()
      await signIn('esha', flow)
      await expect(dialog(page).getByText('20%')).toBeVisible()
      await expectAccessible(page)
      const item = await chooseItem(page)
      expect(await cityOf(city, 'esha', item)).toBe('Mumbai')
      await expectAccessible(page)
      await choosePickupPlace(page)
      await expect(dialog(page).getByRole('radio').first()).toBeVisible()
      await expect(dialog(page).getByRole('grid')).toHaveCount(0)
      await expectAccessible(page)
      await chooseSlot(page)
      await expectStep(page, 'choose-drop-location', 80)
      await expect(dialog(page).getByText(held)).toBeVisible()
      await expectAccessible(page)
      await openNewDrop(page)
      await addAddress(page, 'koramangala', koramangala)
      await expectStep(page, 'choose-preferred-date', 90)
      await dialog(page).getByRole('button', { name: 'Submit request' }).click()
      await expect(dialog(page).getByRole('alert')).toHaveText('Choose a day first')
      const moved = await chooseDay(dialog(page))
      const review = dialog(page).getByRole('region', { name: 'Your relocation' })
      await expect(review).toContainText(item)
      await expect(review).toContainText('4B, Koramangala, Bengaluru, 560034')
      await expect(review.getByText(held)).toBeVisible()
      await expect(review).toContainText('the place of supply changes from Maharashtra to Karnataka')
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Submit request' }).click()
      await expect(heading(page, 'Request Created Successfully')).toBeVisible()
      await expectStep(page, 'request-created-successfully', 100)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'See Request Status' }).click()
      const ticket = page.getByRole('main').getByRole('article').first()
      await expect(ticket.getByRole('heading', { name: 'Relocation' })).toBeVisible()
      await expect(ticket).toContainText(item)

      // Picked up and on the way.
      await city.advance('P4D')
      await page.reload()
      await expect(ticket.getByText('In progress', { exact: true })).toBeVisible()
      expect(await cityOf(city, 'esha', item)).toBe('Mumbai')
      await city.advance('P4D')
      await page.reload()
      await expect(ticket.getByText('Done', { exact: true })).toBeVisible()
      expect(await cityOf(city, 'esha', item)).toBe('Bengaluru')

      // The bills do not depend on the width.
      if (onDesktop(page)) return
      await city.advance('P1M')
      const lines = await rentLines(city, 'esha', item)
      expectUnbroken(lines)
      for (const { from, placeOfSupply } of lines) {
        expect(placeOfSupply, from).toBe(from < moved ? 'Maharashtra (27)' : 'Karnataka (29)')
      }
      await page.goto(`/dashboard${invoicePath(lines.find(({ from }) => from === moved))}`)
      await expect(page.getByText('Place of supply: Karnataka (29)')).toBeVisible()
    },
  )

  test('in place of a closure esha moves the two items that she had ticked: they stay ticked, nothing is charged, and only the move is asked for', async ({
    page,
    city,
    signIn,
  }) => {
    await signIn('esha', '/home?requestType=close-subscription')
    const closing = page.getByRole('dialog', { name: 'Close Subscription' })
    const items = ['Fabric sofa, 2 seater', 'Coffee table']
    await toClosureCharges(closing, ...items)
    await closing.getByRole('button', { name: /^Shift to a new address/ }).click()
    await expect(closing).toHaveCount(0)
    await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
    for (const name of items) await expect(dialog(page).getByRole('checkbox', { name })).toBeChecked()
    await expectAccessible(page)
    await go(page).click()
    await choosePickupPlace(page)
    await chooseSlot(page)
    await openNewDrop(page)
    await addAddress(page, 'baner', baner)
    await chooseDay(dialog(page))
    const review = dialog(page).getByRole('region', { name: 'Your relocation' })
    for (const name of items) await expect(review).toContainText(name)
    await dialog(page).getByRole('button', { name: 'Submit request' }).click()
    await expect(heading(page, 'Request Created Successfully')).toBeVisible()

    const live = '/api/Dashboards/getServiceRequest?activeStatus=true'
    const { serviceRequests } = await city.get<{ serviceRequests: { requestType: number }[] }>(
      await city.token('esha'),
      live,
    )
    expect(serviceRequests.map(({ requestType }) => requestType)).toEqual([65])
    expect(await owed(city, 'esha')).toBe(0)
    await expectTold(city, '9000000005', /we received your request T\S+ \(relocation\)/i)
  })

  test(
    'a slot that is not held any more is chosen anew, and nothing else is lost',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('esha', flow)
      await chooseItem(page)
      await choosePickupPlace(page)
      await chooseSlot(page)
      await openNewDrop(page)
      await addAddress(page, 'baner', baner)
      await chooseDay(dialog(page))
      await expect(dialog(page).getByText('The place of supply stays Maharashtra.')).toBeVisible()
      await city.advance('PT20M')
      await dialog(page).getByRole('button', { name: 'Submit request' }).click()
      await expectStep(page, 'choose-pickup-date', 60)
      await expect(dialog(page).getByRole('alert')).toHaveText(
        'Your slot is not held any more. Please choose a slot for the pickup.',
      )
      await chooseSlot(page)
      await expectStep(page, 'choose-drop-location', 80)
      await expect(dialog(page).getByRole('radio', { name: /4B, Baner, Pune/ })).toBeChecked()
      await go(page).click()
      await chooseDay(dialog(page))
      await dialog(page).getByRole('button', { name: 'Submit request' }).click()
      await expect(heading(page, 'Request Created Successfully')).toBeVisible()

      // The address is corrected on the ticket. The days stay.
      await page.getByRole('link', { name: 'See Request Status' }).click()
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Relocation' }) })
      await card.getByRole('link', { name: /^View details/ }).click()
      const ticket = page.getByRole('dialog', { name: 'Relocation' })
      await expect(ticket).toContainText('4B, Baner, Pune')
      await ticket.getByRole('button', { name: 'Change address' }).click()
      const asked = page.getByRole('dialog', { name: 'Where should the items go?' })
      await asked.getByRole('button', { name: 'Add new', exact: true }).click()
      await addAddress(page, 'koramangala', koramangala, page.getByRole('dialog').last())
      await expect(asked.getByRole('radio', { name: /4B, Koramangala, Bengaluru/ })).toBeChecked()
      await asked.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(ticket).toContainText('4B, Koramangala, Bengaluru')
      await expect(ticket.getByText('4B, Baner, Pune')).toHaveCount(0)
      await expect(ticket.getByText('You changed the address')).toBeVisible()
      const told = (words: string) => expectTold(city, '9000000005', new RegExp(words, 'i'))
      const id = (
        await ticket
          .getByText(/T[0-9A-Z]{8,}/)
          .first()
          .textContent()
      )?.match(/T[0-9A-Z]{8,}/)?.[0]
      await told(`we received your request ${id} \\(relocation\\)`)
      await told(`your relocation \\(request ${id}\\) now goes to 4B, Koramangala, Bengaluru`)
    },
  )
})

test('a slot that was taken meanwhile, and one that cannot be held (ERR-15)', anyWidth, async ({ page, signIn }) => {
  const taken = 'This slot has just been taken. Please choose another one.'
  const answers = [
    { status: 409, json: { error: { statusCode: 409, name: 'ConflictError', message: taken, extra: {} } } },
    { status: 503, body: 'no' },
  ]
  await page.route('**/api/ServiceRequests/bookCssSlot', (route) => route.fulfill(answers.shift()))
  await signIn('esha', flow)
  await chooseItem(page)
  await choosePickupPlace(page)
  const anew = page.waitForResponse('**/api/ServiceRequests/getCssSlots')
  await chooseSlot(page)
  await expect(dialog(page).getByRole('alert')).toHaveText(taken)
  await anew
  await chooseSlot(page)
  await expect(dialog(page).getByRole('alert')).toHaveText('Something Went Wrong')
  await expectStep(page, 'choose-pickup-date', 60)
})

test(
  'jaya chooses a day where there are no slots, and an area that is not served (RELOCATE-06, VALID-40, ADDRESS-06, ADDRESS-07, ADDRESS-27)',
  anyWidth,
  async ({ page, city, signIn }) => {
    test.slow()
    await signIn('jaya', flow)
    await chooseItem(page)
    await choosePickupPlace(page)
    await expect(dialog(page).getByRole('grid')).toBeVisible()
    await go(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Choose a day first')
    await expectAccessible(page)
    await chooseDay(dialog(page))
    await go(page).click()
    await expectStep(page, 'choose-drop-location', 80)
    // The pickup address is not offered as the destination, and there is no other address.
    await expect(dialog(page).getByText('None of your saved addresses can be chosen here')).toBeVisible()
    await go(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Please select an address')
    await expect(dialog(page).getByText(/^Not shown: the address from which your items come/)).toBeVisible()
    await expectAccessible(page)
    await openNewDrop(page)
    await expectAccessible(page)
    await search(page, 'lucknow', 'Lucknow, Uttar Pradesh, India')
    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'area-not-serviceable')
    await expect(page.getByRole('link', { name: 'Talk to CX Agent' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose another address' }).click()
    await expectStep(page, 'add-new-drop-location', 60)
    await search(page, 'baner', baner)
    await expect(dialog(page).getByRole('combobox', { name: 'Street' })).toHaveValue(baner)

    // An address that was typed in an abandoned flow is not saved.
    await addAddress(page, 'baner', baner)
    await expectStep(page, 'choose-preferred-date', 90)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const token = await city.token('jaya')
    expect(await city.get<object[]>(token, `/api/RMUsers/${token.userId}/addresses`)).toHaveLength(1)
    await page.goto('/dashboard/settings')
    await expect(page.getByRole('main').getByRole('button', { name: 'Add New Address' })).toBeVisible()
    await settled(page)
    await expect(page.getByText(/4B, Baner/)).toHaveCount(0)
  },
)

test('leaving asks once, and a link into the middle opens nothing (DIALOG-22)', anyWidth, async ({ page, signIn }) => {
  await signIn('esha', flow)
  await chooseItem(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expectStep(page, 'choose-pickup-location', 40)
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL((url) => !url.searchParams.has('requestStep'))
})
