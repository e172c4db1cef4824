import type { Locator, Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { expectTold } from '../support/books'
import { onDesktop, withMotion } from '../support/browser'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'

// Each press of the phone's Back closes what is on top, and nothing below is lost.

test.use({ ...withMotion, ownCity: true })

/** Presses Back as somebody who sees what is open. A second closing would show after the wait. */
async function back(page: Page): Promise<void> {
  await settled(page)
  await page.goBack()
  await settled(page)
}

/** Expects home without anything above it, and without history entries for such layers. */
async function expectPlainHome(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard/home' && url.search === '')
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
}

const titled = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const press = (place: Locator, name: string | RegExp) => place.getByRole('button', { name }).click()

/** Opens a flow from a link, so that home has its own history entry below it. */
async function openFlow(page: Page, name: string, title: string): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name }).last().click()
  const flow = titled(page, title)
  await expect(flow.getByRole('checkbox').first()).toBeVisible()
  return flow
}

test('leaving a flow: Back stays, and once it is left nothing of it is in the way', quick, async ({ page, signIn }) => {
  await signIn('esha')
  const flow = await openFlow(page, 'Repair', 'Repair Request')
  await flow.getByRole('checkbox').first().check()
  const question = titled(page, 'Leave this request?')
  for (let time = 0; time < 2; time++) {
    await back(page)
    await expect(question).toBeVisible()
    await back(page)
    await expect(question).toBeHidden()
    await expect(flow.getByRole('checkbox').first()).toBeChecked()
  }
  await press(flow, 'Close')
  await expect(question).toBeVisible()
  await back(page)
  await expect(question).toBeHidden()

  // One step forward and one back need one press each.
  await press(flow, 'Continue')
  await expect(flow.getByRole('radio').first()).toBeVisible()
  await back(page)
  await expect(flow.getByRole('checkbox').first()).toBeChecked()
  await back(page)
  await press(question, 'Leave')
  await expectPlainHome(page)
})

test('live requests are asked about: Back keeps them', anyWidth, async ({ page, city, signIn }) => {
  await signIn('indu')
  const flow = await openFlow(page, 'Transfer Ownership', 'Transfer Ownership')
  const item = flow.getByRole('checkbox', { name: /Treadmill/ })
  await item.check()
  await press(flow, 'Continue')
  await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
  await press(flow, 'Continue')
  const question = titled(page, 'Do you wish to close all live requests ?')
  await expect(question).toBeVisible()
  const live = await liveRequests(city)
  await back(page)
  await expect(question).toBeHidden()
  await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
  expect(await liveRequests(city)).toBe(live)
  await back(page)
  await expect(item).toBeChecked()
  await press(flow, 'Continue')
  await press(flow, 'Continue')
  await press(question, 'Close request(s) & proceed')
  await expect(flow.getByText('Step 2 of 2')).toBeVisible()
  expect(await liveRequests(city)).toBe(live - 1)
  await expectTold(city, '9000000009', /your request T\S+ \(repair\) was taken back/i)
  await back(page)
  await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
  await back(page)
  await expect(item).toBeChecked()
})

async function liveRequests(city: City): Promise<number> {
  const query = encodeURIComponent(JSON.stringify({ page: 1, size: 50 }))
  const { serviceRequests } = await city.get<{ serviceRequests: unknown[] }>(
    await city.token('indu'),
    `/api/Dashboards/getServiceRequest?activeStatus=true&query=${query}`,
  )
  return serviceRequests.length
}

test(
  'a transfer is sent after one question: Back goes to the number, which stays',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('jaya')
    const flow = await openFlow(page, 'Transfer Ownership', 'Transfer Ownership')
    await flow.getByRole('checkbox', { name: /Wooden sofa set/ }).check()
    await press(flow, 'Continue')
    await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
    await press(flow, 'Continue')
    const number = flow.getByPlaceholder('Phone number*')
    await number.fill('9000000011')
    await press(flow, 'Continue')
    const question = titled(page, /^Hand over to/)
    await expect(question).toBeVisible()
    await back(page)
    await expect(question).toBeHidden()
    await expect(number).toHaveValue(/90000 ?00011/)
    await press(flow, 'Continue')
    await press(question, 'Send request')
    await expect(flow.getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
    await press(flow, 'Close')
    await expectPlainHome(page)
    await expectTold(city, '9000000011', /Jaya .* has asked us to transfer rented items to you/)
  },
)

test('a refund: Back closes the question, then the form, then the settlement', anyWidth, async ({ page, signIn }) => {
  await signIn('chitra')
  const review = page.getByRole('main').getByRole('button', { name: 'Review' })
  const dialog = titled(page, 'Final Settlement')
  const ways = dialog.getByRole('heading', { name: 'How do you wish to be refunded?' })
  const question = page.getByRole('dialog').filter({ hasText: 'Put it into Rentomoney' }).last()
  await review.or(page.getByRole('main').getByRole('link', { name: 'Review' })).click()
  await press(dialog, 'Straight to Bank Account')
  await dialog.getByLabel('Name as per the bank').fill('Chitra Iyer')
  await press(dialog, /^Straight to Rentomoney/)
  await expect(question.getByRole('button', { name: 'Put it into Rentomoney' })).toBeVisible()
  await back(page)
  await expect(page.getByRole('button', { name: 'Put it into Rentomoney' })).toHaveCount(0)
  await expect(dialog.getByLabel('Name as per the bank')).toHaveValue('Chitra Iyer')
  await back(page)
  await expect(ways).toBeVisible()
  await press(dialog, 'Refund Via UPI')
  await dialog.getByLabel('UPI ID').fill('chitra@okhdfcbank')
  await press(dialog, 'Save and continue')
  await expect(dialog.getByText('Your refund will be initiated to the following UPI ID')).toBeVisible()

  // Another preference than the chosen one, from the settlement itself.
  await press(dialog, 'Change how you are refunded')
  await press(dialog, 'Straight to Bank Account')
  await expect(dialog.getByLabel('Account number')).toBeVisible()
  await back(page)
  await expect(dialog.getByText('Your refund will be initiated to the following UPI ID')).toBeVisible()
  await press(dialog, /^Straight to Rentomoney/)
  await expect(page.getByRole('button', { name: 'Put it into Rentomoney' })).toBeVisible()
  await back(page)
  await expect(dialog.getByText('Your refund will be initiated to the following UPI ID')).toBeVisible()
  await back(page)
  await expectPlainHome(page)
})

test(
  'a refund that goes into the wallet leads back to the page in one step, and can be paid out',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('chitra')
    const main = page.getByRole('main')
    await main
      .getByRole('button', { name: 'Review' })
      .or(main.getByRole('link', { name: 'Review' }))
      .click()
    const dialog = titled(page, 'Final Settlement')
    await press(dialog, /^Straight to Rentomoney/)
    await page.getByRole('button', { name: 'Put it into Rentomoney' }).click()
    await expect(page.getByText('Preference Set Successfully')).toBeVisible()
    await expectPlainHome(page)

    await city.advance('PT1H')
    await expectTold(city, '9000000003', /we paid your refund of .* to Rentomoney\./)
    await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
    await page.getByRole('main').getByRole('link', { name: 'Have it paid to your bank or UPI ID' }).click()
    await press(dialog, 'Straight to Bank Account')
    await expect(dialog.getByLabel('Account number')).toBeVisible()
    await back(page)
    await expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeVisible()
    await back(page)
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/transactions\?tab=wallet$/)
  },
)

test('Need help, and a form with a map that fills a phone, close by Back', async ({ page, signIn }) => {
  await signIn('esha')
  await page.getByRole('button', { name: 'Need help?' }).click()
  await page.getByRole('button', { name: 'See all options' }).click()
  await back(page)
  await expect(page.getByRole('link', { name: 'FAQs' })).toHaveCount(0)
  await expectPlainHome(page)
  await page.goto('/dashboard/settings')
  await page.getByRole('main').getByRole('button', { name: 'Add New Address' }).click()
  const form = titled(page, 'Add New Address')
  await expect(form.getByRole('application')).toBeVisible()
  if (!onDesktop(page)) {
    await press(form, 'Full screen')
    await back(page)
    await expect(form.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  }
  await back(page)
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/settings$/)
})
