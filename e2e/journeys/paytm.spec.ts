import type { Page } from '@playwright/test'
import { expectTold, paymentsOf } from '../support/books'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { captures, chooseGateway, expectPaid, openRazorpay, openWindow, owed, rupees, sumIn } from '../support/paying'

test.use({ ownCity: true })

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose payment mode' })
const waiting = (page: Page) => page.getByRole('dialog', { name: 'Finish the payment with Paytm' })
const unfinished = (page: Page) => page.getByRole('dialog', { name: 'This payment is not finished' })
/** If Paytm was asked just before, it is not asked again at once, so two answers are possible. */
const unpaid = (page: Page) =>
  page.getByRole('dialog', { name: /^(?:Nothing was paid yet|This payment is not finished)$/ })

/** Presses a button in Paytm's window, which may close as a result. */
const press = (paytm: Page, name: string) => paytm.getByRole('button', { name, exact: true }).click()

test(
  'rent by Paytm, in a window that closes by itself (PAY-11, PAY-12, PAY-14, PAY-34, PAY-47)',
  quick,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    const due = await owed(city, 'asha')
    const total = rupees(due)
    await signIn('asha')
    await chooseGateway(page)
    const names = choice(page).getByRole('radio')
    await expect(names).toHaveCount(6)
    await expect(choice(page).getByText('UPI, cards, net banking and wallet')).toBeVisible()
    const paytm = await openWindow(page, 'Paytm')
    await expect(waiting(page)).toBeVisible()
    await expect(paytm.getByText(total, { exact: true }).last()).toBeVisible()
    const closed = paytm.waitForEvent('close')
    await press(paytm, 'Success')
    await closed
    await expectPaid(page)
    expect(await sumIn(page.getByRole('dialog', { name: 'Payment Completed Succesfully' }))).toBe(total)
    expect(await owed(city, 'asha')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
    expect((await paymentsOf(city, 'asha'))[0]).toMatchObject({ status: 'succeeded', amount: due })
    await expectTold(city, '9000000001', new RegExp(`we received your payment of ${total}`, 'i'))
  },
)

test(
  'a failure at Paytm is said, and the next try has an order of its own (PAY-27)',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('asha')
    await chooseGateway(page)
    const first = await openWindow(page, 'Paytm')
    const closed = first.waitForEvent('close')
    await press(first, 'Failure')
    await closed
    await expect(page.getByText('Payment failed').first()).toBeVisible()
    await page.getByRole('button', { name: /Try again|Continue payment/ }).click()
    await expect(choice(page)).toBeVisible()
    await press(await openWindow(page, 'Paytm'), 'Success')
    await expectPaid(page)
    expect(await owed(city, 'asha')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)

test('a window that is closed takes the loader away within moments, and can be opened again (PAY-39)', async ({
  page,
  city,
  signIn,
}) => {
  const before = await captures(city)
  await signIn('kabir')
  await chooseGateway(page)
  await (await openWindow(page, 'Paytm')).close()
  // The window is checked every 500 ms. Then the server is asked once.
  await expect(waiting(page)).toHaveCount(0, { timeout: 5000 })
  await expect(unpaid(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue payment' }).click()
  // Paytm's own Close button ends it too.
  await press(await openWindow(page, 'Paytm'), 'Close')
  await expect(unpaid(page)).toBeVisible()
  expect(await captures(city)).toBe(before)
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await press(await openWindow(page, 'Paytm'), 'Success')
  await expectPaid(page)
  expect(await owed(city, 'kabir')).toBe(0)
  expect(await captures(city)).toBe(before + 1)
})

test(
  'a payment that is pending and succeeds later arrives on the screen that waits for it (PAY-28)',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('asha')
    await chooseGateway(page)
    const paytm = await openWindow(page, 'Paytm')
    await paytm.getByLabel('Seconds until a late success').fill('300')
    await press(paytm, 'Late success')
    await expect(unfinished(page)).toBeVisible()
    await city.advance('PT5M')
    await expectPaid(page)
    await expect(page.getByText('Payment failed')).toHaveCount(0)
    expect(await owed(city, 'asha')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)

test('while Paytm holds a payment, nobody pays a second time (PAY-33)', anyWidth, async ({ page, city, signIn }) => {
  const before = await captures(city)
  await signIn('kabir')
  await chooseGateway(page)
  await press(await openWindow(page, 'Paytm'), 'Pending')
  await expect(unfinished(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click()
  await expect(page.getByRole('dialog', { name: /^A payment of ₹.* is under way$/ })).toBeVisible()
  // The bank never answers. Paytm gives up, and then another payment is possible.
  await city.advance('PT15M')
  await page.goto('/dashboard/home')
  await chooseGateway(page)
  await openRazorpay(page)
  await page.frameLocator('iframe[title^="Payment with"]').getByRole('button', { name: 'Success', exact: true }).click()
  await expectPaid(page)
  expect(await owed(city, 'kabir')).toBe(0)
  expect(await captures(city)).toBe(before + 1)
})

test('a success of which the page is never told is found (PAY-28)', anyWidth, async ({ page, city, signIn }) => {
  await signIn('asha')
  await chooseGateway(page)
  const paytm = await openWindow(page, 'Paytm')
  await press(paytm, 'Success without callback')
  await expect(paytm.getByText(/The shop's page is not told/)).toBeVisible()
  await paytm.close()
  await expectPaid(page)
  expect(await owed(city, 'asha')).toBe(0)
})

test(
  'a view that loses callbacks has Paytm come back by a form of its own',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('asha')
    await chooseGateway(page)
    const paytm = await openWindow(page, 'Paytm')
    await paytm.goto(`${paytm.url().split('?')[0]}?mode=redirect`)
    await press(paytm, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'asha')).toBe(0)
  },
)
