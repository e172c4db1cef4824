import type { Page } from '@playwright/test'
import { expectTold, paymentsOf } from '../support/books'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { captures, chooseGateway, expectPaid, openWindow, owed, rupees, sumIn } from '../support/paying'

test.use({ ownCity: true })

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose payment mode' })

/** Presses a button on the wallet's page, which returns to our page and closes its window. */
async function press(wallet: Page, name: string): Promise<void> {
  const closed = wallet.waitForEvent('close')
  await wallet.getByRole('button', { name, exact: true }).click()
  await closed
}

test(
  'rent by a wallet at Juspay, on its own page (PAY-12, PAY-13, PAY-14, PAY-34, PAY-37, PAY-39, PAY-47)',
  quick,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    const due = await owed(city, 'kabir')
    const total = rupees(due)
    await signIn('kabir')
    await chooseGateway(page)
    const main = choice(page).getByRole('group', { name: 'UPI, Net Banking, Debit Card & Credit Card' })
    await expect(main.getByRole('radio')).toHaveCount(3)
    await expect(main.getByText(/^(?:Razorpay|Paytm|CredPay)$/)).toHaveText(['Razorpay', 'Paytm', 'CredPay'])
    const wallets = choice(page).getByRole('group', { name: 'Wallets' })
    await expect(wallets.getByText(/^Pay via /)).toHaveText([
      'Pay via PhonePe',
      'Pay via AmazonPay',
      'Pay via Mobikwik',
    ])
    const wallet = await openWindow(page, 'Pay via PhonePe')
    await expect(wallet.getByText(/^₹[\d,.]+$/)).toHaveText(
      `₹${due.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`,
    )
    await press(wallet, 'Success')
    await expectPaid(page)
    expect(await sumIn(page.getByRole('dialog', { name: 'Payment Completed Succesfully' }))).toBe(total)
    expect(await owed(city, 'kabir')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
    expect((await paymentsOf(city, 'kabir'))[0]).toMatchObject({ status: 'succeeded', amount: due })
    await expectTold(city, '9000000011', new RegExp(`we received your payment of ${total}`, 'i'))
  },
)

test(
  'a wallet that declines is said, and another one pays, opened by a form',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('kabir')
    await chooseGateway(page)
    await press(await openWindow(page, 'Pay via Mobikwik'), 'Failure')
    await expect(page.getByText('Payment failed').first()).toBeVisible()
    await page.getByRole('button', { name: /Try again|Continue payment/ }).click()
    await expect(choice(page)).toBeVisible()
    await press(await openWindow(page, 'Pay via AmazonPay'), 'Success')
    await expectPaid(page)
    expect(await owed(city, 'kabir')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)

test(
  'CredPay on a page, and by its app where that is installed (PAY-40, PAY-41, PAY-43, PAY-44, PAY-48)',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('kabir')
    await chooseGateway(page)
    const onPage = await openWindow(page, 'CredPay')
    await expect(onPage.getByRole('heading', { name: 'CRED' })).toBeVisible()
    await onPage.close()
    const unfinished = page.getByRole('dialog', { name: /Nothing was paid yet|This payment is not finished/ })
    await unfinished.getByRole('button', { name: 'Close' }).click()
    await expect(unfinished).toHaveCount(0)

    // The native wrapper says that the app is installed.
    // The page opens the app's address, and no answer comes back.
    await page.addInitScript(() => Object.assign(window, { credAppPresent: true }))
    await page.goto('/dashboard/home')
    await chooseGateway(page)
    await choice(page).getByText('CredPay', { exact: true }).click()
    // Read the response on its way.
    // Once the page has opened the app's address, Chromium may have discarded it.
    let intentUrl = ''
    await page.route('**/api/Payments/**', async (route) => {
      const response = await route.fetch()
      intentUrl ||= ((await response.json()) as { intentUrl?: string }).intentUrl ?? ''
      await route.fulfill({ response })
    })
    await choice(page)
      .getByRole('button', { name: /^Pay ₹/ })
      .click()
    await expect.poll(() => intentUrl).toMatch(/^credpay:\/\/checkout\?ref=/)
    const txn = new URL(intentUrl).searchParams.get('ref')
    await fetch(`${city.url}/sandbox/juspay/pay`, { method: 'POST', body: JSON.stringify({ txn, outcome: 'success' }) })
    await expectPaid(page)
    expect(await owed(city, 'kabir')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  },
)
