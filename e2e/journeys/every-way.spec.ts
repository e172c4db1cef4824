// Every payment method and every method of auto debit with every outcome. `make journeys` runs all of them at
// both widths. In `make test`, the other journeys cover each method and each outcome at least once.
import type { FrameLocator, Page } from '@playwright/test'
import { autoDebit, daysTo, debitOf, easyPayment, mandatesOf } from '../support/auto-debit'
import { expectTold, paymentsOf } from '../support/books'
import { beforeRelease, expect, test } from '../support/fixtures'
import {
  captures,
  checkout,
  chooseGateway,
  expectPaid,
  openRazorpay,
  openWindow,
  owed,
  rupees,
} from '../support/paying'

test.use({ ownCity: true })

/** What the payer or the bank does, and whether our page hears of it. */
const outcomes = ['success', 'failure', 'closed', 'late success', 'no callback', 'twice'] as const
type Outcome = (typeof outcomes)[number]

type Provider = Page | FrameLocator

const button = (provider: Provider, name: string) => provider.getByRole('button', { name, exact: true })

/** Leaves the provider's page: closes a window, or presses the button of a frame. */
const leave = async (provider: Provider) =>
  'close' in provider ? await provider.close() : await button(provider, 'Close').click()

/** Expects that the app has closed the provider's frame, because the awaited news arrived. */
const closedByItself = (page: Page) =>
  expect(page.getByTitle(/^(?:Payment with .*|Approve Auto Debit)$/)).toHaveCount(0, { timeout: 60_000 })

/** Does at the provider what the outcome says. A late success comes after five minutes. */
async function act(page: Page, provider: Provider, outcome: Outcome): Promise<void> {
  if (outcome === 'closed') return await leave(provider)
  if (outcome === 'twice') return await button(provider, 'Success').dblclick()
  if (outcome === 'success') return await button(provider, 'Success').click()
  if (outcome === 'failure') return await button(provider, 'Failure').click()
  if (outcome === 'no callback') {
    // The provider tells the server alone. The app hears of it and closes the frame or the window, unless the
    // customer has closed the window before.
    if (!('close' in provider)) {
      await button(provider, 'Success without callback').click()
      return await closedByItself(page)
    }
    const closed = provider.waitForEvent('close')
    const untold = provider.getByText(/The shop(?:'s page)? is not told/).waitFor()
    await button(provider, 'Success without callback').click()
    await Promise.any([untold, closed])
    return await provider.close()
  }
  const decided = page
    .context()
    .waitForEvent('response', (answer) => answer.request().method() === 'POST' && answer.url().includes('/sandbox/'))
  await provider.getByLabel('Seconds until a late success').fill('300')
  await button(provider, 'Late success').click()
  await decided
}

const gateways = [
  ['Razorpay', (page: Page): Promise<Provider> => openRazorpay(page).then(() => checkout(page))],
  ...['Paytm', 'CredPay', 'Pay via PhonePe', 'Pay via AmazonPay', 'Pay via Mobikwik'].map(
    (name) => [name, (page: Page): Promise<Provider> => openWindow(page, name)] as const,
  ),
] as const

test.describe('rent', beforeRelease, () => {
  for (const [name, open] of gateways)
    for (const outcome of outcomes)
      test(`by ${name}: ${outcome}`, async ({ page, city, signIn }) => {
        const [before, due] = await Promise.all([captures(city), owed(city, 'kabir')])
        await signIn('kabir')
        await chooseGateway(page)
        const provider = await open(page)
        await act(page, provider, outcome)
        if (outcome === 'failure' && name === 'Razorpay') {
          // The checkout stays open, so that the customer can try another card.
          await expect(provider.getByText('The bank declined the payment.')).toBeVisible()
          await leave(provider)
        }
        if (outcome === 'failure' || outcome === 'closed') {
          await expect(
            page.getByText(/^(?:Payment failed|Nothing was paid yet|This payment is not finished)$/).first(),
          ).toBeVisible()
          expect(await owed(city, 'kabir')).toBe(due)
          expect(await captures(city)).toBe(before)
          return
        }
        if (outcome === 'late success') {
          // Razorpay's checkout waits for the bank. A window closes, and the payment sheet waits.
          if (name !== 'Razorpay')
            await expect(page.getByRole('dialog', { name: 'This payment is not finished' })).toBeVisible()
          expect(await captures(city)).toBe(before)
          await city.advance('PT5M')
        }
        const again = page.getByRole('button', { name: 'Check again' })
        const paid = page.getByRole('dialog', { name: 'Payment Completed Succesfully' })
        await expect(async () => {
          if (await again.isVisible()) await again.click({ timeout: 1000 })
          await expect(paid).toBeVisible({ timeout: 5000 })
        }).toPass()
        await expectPaid(page)
        expect(await owed(city, 'kabir')).toBe(0)
        expect(await captures(city)).toBe(before + 1)
        expect((await paymentsOf(city, 'kabir'))[0]).toMatchObject({ status: 'succeeded', amount: due })
        await expectTold(city, '9000000011', new RegExp(`we received your payment of ${rupees(due)}`, 'i'))
      })
})

const mandates = ['UPI', 'Debit or credit card', 'Net banking']

/** Opens the bank's page for a mandate: its own window, or a frame in our page. */
async function openMandate(page: Page, way: string): Promise<Provider> {
  const dialog = easyPayment(page)
  await dialog.getByRole('button', { name: 'Add payment mode' }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${way}`) }).click()
  const window = way === 'UPI' ? page.waitForEvent('popup') : undefined
  await dialog.getByRole('button', { name: 'Set Auto Debit', exact: true }).click()
  const bank = window ? await window : page.frameLocator('iframe[title="Approve Auto Debit"]')
  await expect(button(bank, 'Success')).toBeEnabled()
  return bank
}

test.describe('auto debit', beforeRelease, () => {
  for (const way of mandates)
    for (const outcome of outcomes)
      test(`by ${way}: ${outcome}`, async ({ page, city, signIn }) => {
        const before = await owed(city, 'indu')
        await signIn('indu', autoDebit)
        const bank = await openMandate(page, way)
        await act(page, bank, outcome)
        const states = async () => (await mandatesOf(city, 'indu')).cards.map(({ status }) => status)
        if (outcome === 'failure' || outcome === 'closed') {
          if (outcome === 'failure' && way !== 'UPI') await leave(bank)
          await expect(easyPayment(page).getByRole('button', { name: 'Set Auto Debit', exact: true })).toBeEnabled()
          expect((await states()).filter((status) => status === 'confirmed')).toEqual([])
          return
        }
        if (outcome === 'late success') await city.advance('PT6M')
        await expect.poll(states).toEqual(['confirmed'])
        // If the bank's page has just closed, the navigation back in the history aborts a page load.
        await expect(async () => {
          await page.goto(`/dashboard${autoDebit}`)
        }).toPass()
        await expect(easyPayment(page).getByText('Active', { exact: true })).toBeVisible()
        await expectTold(city, '9000000009', /your bank has confirmed auto debit/)
        // Setting auto debit up collects nothing.
        expect(await owed(city, 'indu')).toBe(before)
      })
})

/** The text about a planned debit. */
const announced = /will be debited from ga…@example on/

test(
  'a year of auto debit: each month is announced, debited once and told, and nothing is due after it',
  beforeRelease,
  async ({ page, city, signIn }) => {
    test.setTimeout(600_000)
    await signIn('gauri')
    const before = (await paymentsOf(city, 'gauri')).length
    const debited: { on: string; amount: number }[] = []
    while (debited.length < 12) {
      const debit = await debitOf(city, 'gauri')
      const date = debit?.step === 'planned' ? debit.date : null
      if (!debit || !date || date === debited.at(-1)?.on) {
        await city.advance('P1D')
        continue
      }
      await page.goto('/dashboard/home')
      await expect(page.getByRole('main').getByText(announced)).toBeVisible()
      await city.advance(`P${(await daysTo(city, date)) + 1}D`)
      await page.goto('/dashboard/home')
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByText(/Rental Due for/)).toHaveCount(0)
      expect(await owed(city, 'gauri'), `after the debit of ${date}`).toBe(0)
      debited.push({ on: date, amount: debit.amount })
    }
    expect(new Set(debited.map(({ on }) => on.slice(0, 7))).size).toBe(12)
    const made = (await paymentsOf(city, 'gauri')).slice(0, -before || undefined)
    expect(made.map(({ status, amount }) => ({ status, amount }))).toEqual(
      debited.toReversed().map(({ amount }) => ({ status: 'succeeded', amount })),
    )
    await page.goto('/dashboard/my-subscriptions/transactions')
    await expect(
      page
        .getByRole('main')
        .getByText(rupees(debited[0]?.amount ?? 0))
        .first(),
    ).toBeVisible()
  },
)
