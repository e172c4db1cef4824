import type { Page } from '@playwright/test'
import { atBank, autoDebit, easyPayment, mandatesOf, openBank } from '../support/auto-debit'
import { expectTold, waysOf } from '../support/books'
import type { City } from '../support/city'
import { anyWidth, expect, test } from '../support/fixtures'

// What happens to a customer who is setting auto debit up while the bank's page is open.

test.use({ ownCity: true })

const INDU = '9000000009'
const confirmedMail = /your bank has confirmed auto debit by su…@billdesk, for up to ₹5,000/

/** Opens the bank's page in its own window, as Indu. */
async function toBank(page: Page): Promise<Page> {
  await easyPayment(page).getByRole('button', { name: 'Add payment mode' }).click()
  const bank = await openBank(page, 'UPI')
  await expect(page.getByRole('dialog', { name: 'Approve Auto Debit in the other window' })).toBeVisible()
  return bank
}

async function expectOne(page: Page, city: City): Promise<void> {
  const card = easyPayment(page).getByRole('region', { name: 'HDFC Bank' })
  await expect(card).toHaveCount(1)
  await expect(card.getByText('su…@billdesk')).toBeVisible()
  const { cards } = await mandatesOf(city, 'indu')
  expect(cards.map(({ status }) => status)).toEqual(['confirmed'])
}

test('a reload while the bank asks: what was approved there is active', anyWidth, async ({ page, city, signIn }) => {
  await signIn('indu', autoDebit)
  const bank = await toBank(page)
  await page.reload()
  await atBank(bank, 'Success')
  await expectTold(city, INDU, confirmedMail)
  await page.goto(`/dashboard${autoDebit}`)
  await expectOne(page, city)
})

test('Back while the bank asks ends the question, and auto debit can be set up after it', async ({
  page,
  city,
  signIn,
}) => {
  await signIn('indu', autoDebit)
  const bank = await toBank(page)
  const closed = bank.waitForEvent('close')
  await page.goBack()
  await closed
  const again = easyPayment(page).getByRole('button', { name: 'Set Auto Debit', exact: true })
  await expect(again).toBeEnabled()
  await expect(easyPayment(page).getByRole('alert')).toBeVisible()
  expect((await mandatesOf(city, 'indu')).cards).toEqual([])
  const opened = page.waitForEvent('popup')
  await again.click()
  await atBank(await opened, 'Success')
  await expectOne(page, city)
  await expectTold(city, INDU, confirmedMail)
})

test('the same in a second tab is one registration: what is approved there is active in both', async ({
  page,
  context,
  city,
  signIn,
}) => {
  await signIn('indu', autoDebit)
  const first = await toBank(page)
  const closed = first.waitForEvent('close')
  const other = await context.newPage()
  await other.goto(`/dashboard${autoDebit}`)
  await atBank(await toBank(other), 'Success')
  await closed
  for (const tab of [page, other]) {
    const card = easyPayment(tab).getByRole('region', { name: 'HDFC Bank' })
    await expect(card.getByText('Active', { exact: true })).toHaveCount(1)
  }
  expect((await mandatesOf(city, 'indu')).cards.map(({ status }) => status)).toEqual(['confirmed'])
  await expect.poll(() => waysOf(city, INDU, confirmedMail)).toEqual(['email', 'sms'])
})

test(
  'another language in a second tab: auto debit is set up in the language in which it was begun, and told in the new one',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    await signIn('indu', autoDebit)
    const bank = await toBank(page)
    const other = await context.newPage()
    await other.goto('/dashboard/settings')
    await other.getByRole('button', { name: 'हिन्दी' }).click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'hi')
    await other.close()
    await atBank(bank, 'Success')
    await expectOne(page, city)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(easyPayment(page)).not.toHaveText(/[\u0900-\u097F]/)
    await expectTold(city, INDU, /su…@billdesk.*[\u0900-\u097F]|[\u0900-\u097F].*su…@billdesk/)
  },
)

test('a session that ends while the bank asks: its page stays, and what was approved is there after signing in', async ({
  page,
  city,
  signIn,
}) => {
  await signIn('indu', autoDebit)
  const bank = await toBank(page)
  await page.evaluate(async () => {
    const Authorization = window.localStorage.getItem('accessTokenId') ?? ''
    await fetch('/api/RMUsers/logout', { method: 'POST', headers: { Authorization, 'Idempotency-Key': 'ended' } })
  })
  await expect(page.getByRole('link', { name: 'Sign in to your dashboard' })).toBeVisible()
  await atBank(bank, 'Success')
  await expectTold(city, INDU, confirmedMail)
  await signIn('indu', autoDebit)
  await expectOne(page, city)
})
