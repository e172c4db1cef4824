import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import {
  agreeToAnalytics,
  atProvider,
  captures,
  checkout,
  chooseGateway,
  expectPaid,
  listenToPayments,
  openRazorpay,
  openWindow,
  owed,
} from '../support/paying'

test.use({ ownCity: true })

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose payment mode' })
const unfinished = (page: Page) => page.getByRole('dialog', { name: 'This payment is not finished' })
const unpaid = (page: Page) => page.getByRole('dialog', { name: 'Nothing was paid yet' })
/** If the gateway was asked just before the customer left, the sheet offers to check again instead. */
const left = (page: Page) => unpaid(page).or(unfinished(page))

test('the terms are asked for on the screen (VALID-44, VALID-45)', async ({ page, signIn }) => {
  await signIn('asha')
  await chooseGateway(page)
  await choice(page).getByRole('checkbox').uncheck()
  await choice(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click()
  const toast = page.getByRole('log').getByText('Kindly accept our terms and condition to proceed forward.')
  await expect(toast).toBeInViewport({ ratio: 1 })
  if (onDesktop(page)) {
    const { x, width } = (await toast.boundingBox()) ?? { x: 0, width: 0 }
    expect(Math.abs(x + width / 2 - 1440 / 2), 'in the middle').toBeLessThan(20)
  }
})

test('Back closes what is on top and never leaves the app (DIALOG-19)', quick, async ({ context, city, signIn }) => {
  const before = await captures(city)
  await signIn('kabir')
  // A page that is opened directly has nothing before it in the history.
  const page = await context.newPage()
  await page.goto(`${city.url}/dashboard/home`)
  const below = await page.evaluate(() => window.history.length)
  const expectHome = async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/dashboard/home')
    await expect.poll(() => page.evaluate(() => window.history.state.layers ?? 0)).toBe(0)
  }
  await chooseGateway(page)
  await page.goBack()
  await expectHome()

  await page.getByRole('main').getByRole('link', { name: 'Why this amount?' }).click()
  await expect(page.getByRole('dialog', { name: 'Why this amount?' })).toBeVisible()
  await page.goBack()
  await expectHome()

  // Back leads from the gateway to the state of the payment, and a second Back closes that.
  await chooseGateway(page)
  await openRazorpay(page)
  await page.goBack()
  await expect(left(page)).toBeVisible()
  await expect(checkout(page).getByRole('button')).toHaveCount(0)
  await page.goBack()
  await expectHome()

  // History entries that the bank's pages add are removed with them, whether the customer left or paid.
  await chooseGateway(page)
  await openRazorpay(page)
  await visitBank(page)
  await atProvider(page, 'Close')
  await left(page).getByRole('button', { name: 'Close' }).click()
  await expectHome()
  await chooseGateway(page)
  await openRazorpay(page)
  await visitBank(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  await settled(page)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Rate your experience' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.goBack()
  await expectHome()
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(below + 2)
  expect(await owed(city, 'kabir')).toBe(0)
  expect(await captures(city)).toBe(before + 1)
})

/** Visits the bank's own pages, one after another, in the gateway's frame. */
async function visitBank(page: Page): Promise<void> {
  const frame = page.frames().find((frame) => frame.url().includes('/pay/'))
  for (const step of ['card', 'code']) {
    await frame?.evaluate((step) => {
      window.location.hash = step
    }, step)
    await expect.poll(() => frame?.url()).toMatch(new RegExp(`#${step}$`))
  }
}

test(
  'money that arrives while the sheet says unfinished is said to have arrived (PAY-28)',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('asha')
    await chooseGateway(page)
    await openRazorpay(page)
    await checkout(page).getByLabel('Seconds until a late success').fill('8')
    await atProvider(page, 'Late success')
    await atProvider(page, 'Close')
    await expect(unfinished(page)).toBeVisible()
    await expectPaid(page)
    await expect(page.getByText('Payment failed')).toHaveCount(0)
    expect(await owed(city, 'asha')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)

test(
  'who closes the gateway without paying is told so, however often they check, and can go on',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('kabir')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Close')
    await left(page).getByRole('button', { name: 'Check again' }).click()
    await expect(unpaid(page)).toBeVisible()
    await expect(page.getByText(/do not pay again/)).toHaveCount(0)
    await unpaid(page).getByRole('button', { name: 'Continue payment' }).click()
    await expect(choice(page)).toBeVisible()
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'kabir')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)

test(
  'a payment that hangs is shown with its age when Pay Now is pressed again',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('kabir')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Pending')
    await atProvider(page, 'Close')
    await unfinished(page).getByRole('button', { name: 'Close' }).click()
    await city.advance('PT5M')
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click()
    const hanging = page.getByRole('dialog', { name: /^A payment of ₹.* is under way$/ })
    await expect(hanging.getByText(/It was begun \d+ minutes? ago/)).toBeVisible()
    await hanging.getByRole('button', { name: 'Continue payment' }).click()
    await expect(choice(page)).toBeVisible()
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'kabir')).toBe(0)
  },
)

test('home says that the bank is at it, and Pay Now leads there past the promotion of auto debit', async ({
  page,
  city,
  signIn,
}) => {
  await signIn('asha')
  await chooseGateway(page)
  await openRazorpay(page)
  await atProvider(page, 'Pending')
  await atProvider(page, 'Close')
  await unfinished(page).getByRole('button', { name: 'Close' }).click()
  await city.advance('PT5M')
  const line = page.getByText(/^The bank is still confirming your payment of ₹.*, which was begun \d+ minutes? ago\.$/)
  await expect(line).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click()
  await expect(page.getByRole('dialog', { name: /^A payment of ₹.* is under way$/ })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/home')
})

test('a reload opens the sheet again, and asks nobody to wait', anyWidth, async ({ page, city, signIn }) => {
  await signIn('kabir')
  await chooseGateway(page)
  const sum = choice(page).getByRole('paragraph').filter({ hasText: 'Total Amount Payable' })
  const before = await captures(city)
  const total = await sum.textContent()
  expect(total).toMatch(/₹\d/)
  await page.reload()
  await expect(choice(page)).toBeVisible()
  await expect(page.getByText('Please do not pay again.')).toHaveCount(0)
  expect(await sum.textContent()).toBe(total)
  await page.goBack()
  await expect(choice(page)).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/home')
  // It continues as the same payment.
  await chooseGateway(page)
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  expect(await owed(city, 'kabir')).toBe(0)
  expect(await captures(city)).toBe(before + 1)
})

test(
  'a window that was left open before a reload is not in the way of the next one',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('kabir')
    await chooseGateway(page)
    await openWindow(page, 'Pay via PhonePe')
    await page.reload()
    await page.getByRole('button', { name: 'Continue payment' }).click()
    await expect(choice(page)).toBeVisible()
    const next = await openWindow(page, 'CredPay')
    await next.getByRole('button', { name: 'Success', exact: true }).click()
    await expectPaid(page)
    expect(await owed(city, 'kabir')).toBe(0)
  },
)

test(
  'nobody, and then another person, in a second tab: the first follows at once',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    const before = await captures(city)
    await signIn('asha')
    await expect(page.getByRole('heading', { name: 'Hi, Asha' })).toBeVisible()
    const other = await context.newPage()
    // The payment sheet closes when the customer changes, and the next customer gets nothing of it.
    await chooseGateway(page)
    await other.goto(new URL('/dashboard/settings', page.url()).href)
    await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/dashboard/login' || url.searchParams.has('popup'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/₹/)).toHaveCount(0)
    await signIn('asha')
    await expect(page.getByRole('heading', { name: 'Hi, Asha' })).toBeVisible()
    await expect(choice(page)).toHaveCount(0)
    await other.goto(new URL('/demo/as/bilal', page.url()).href)
    const change = other.getByRole('button', { name: /Bilal/ })
    await expect(change.or(other.getByRole('heading', { name: 'Hi, Bilal' })).first()).toBeVisible()
    if (await change.isVisible()) await change.click()
    await expect(other.getByRole('heading', { name: 'Hi, Bilal' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Hi, Bilal' })).toBeVisible()
    await expect(page.getByText('Deposit Due')).toBeVisible()
    expect(await captures(city)).toBe(before)
  },
)

test(
  'a session that ends inside the gateway leads back to the truth about the money (PAY-26)',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('asha')
    await chooseGateway(page)
    await openRazorpay(page)
    // The bank approves only after the session has ended. Until then, nobody knows the outcome.
    await checkout(page).getByLabel('Seconds until a late success').fill('60')
    await atProvider(page, 'Late success')
    await page.evaluate(async () => {
      const Authorization = window.localStorage.getItem('accessTokenId') ?? ''
      await fetch('/api/RMUsers/logout', { method: 'POST', headers: { Authorization, 'Idempotency-Key': 'ended' } })
    })
    await expect(page.getByText(/Your session ended during a payment/)).toBeVisible()
    await page.getByRole('link', { name: 'Sign in to your dashboard' }).click()
    await expect(page.getByText('Your session ended during a payment')).toBeVisible()
    await page.getByLabel('Mobile number').fill('9000000001')
    await page.getByRole('button', { name: 'Send code' }).click()
    await agreeToAnalytics(city, 'asha')
    const heard = listenToPayments(page)
    await page.getByLabel('6-digit code').fill('123456')
    await expect(page.getByText('Confirming your payment').first()).toBeVisible()
    await city.advance('PT2M')
    await expectPaid(page)
    expect(await owed(city, 'asha')).toBe(0)
    await expect.poll(() => heard).toEqual([{ event: 'payment completed', mode: 'manual' }])
  },
)

test('the address without the slash is the dashboard', anyWidth, async ({ page, signIn }) => {
  await signIn('esha')
  await page.goto('/dashboard?utm=sms')
  await expect(page).toHaveURL('/dashboard/home?utm=sms')
})
