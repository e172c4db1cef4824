import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { City } from './city'

/** The provider's page, inside the isolated frame in which the app shows it. */
export function checkout(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Payment with"]')
}

/** Goes from the banner on home to the choice of gateways. Asha first sees the promotion of auto debit. */
export async function chooseGateway(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /Pay Now/ })
    .click()
  const promotion = page.getByRole('button', { name: 'Not Interested' })
  const gateways = page.getByRole('dialog', { name: 'Choose payment mode' })
  await expect(promotion.or(gateways).first()).toBeVisible()
  if (await promotion.isVisible()) {
    await promotion.click()
    await page.getByRole('button', { name: 'Pay Rent Only' }).click()
  }
  await expect(gateways).toBeVisible()
}

/** Goes from the choice of gateways to Razorpay's page. */
export async function openRazorpay(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
  await dialog.getByText('Razorpay').first().click()
  const pay = dialog.getByRole('button', { name: /^Pay ₹/ })
  if (await pay.count()) await pay.click()
  await expect(checkout(page).getByRole('button', { name: 'Success', exact: true })).toBeEnabled()
}

/** Goes from the choice of gateways to the page of a gateway with its own window. */
export async function openWindow(page: Page, name: string): Promise<Page> {
  const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
  await dialog.getByText(name, { exact: true }).click()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  const window = await opened
  await expect(window.getByRole('button', { name: 'Success', exact: true })).toBeEnabled()
  return window
}

/** Presses a button on the provider's page. */
export async function atProvider(page: Page, button: string): Promise<void> {
  await checkout(page).getByRole('button', { name: button, exact: true }).click()
}

export async function expectPaid(page: Page): Promise<void> {
  const success = page.getByRole('dialog', { name: 'Payment Completed Succesfully' })
  await expect(success).toBeVisible({ timeout: 30_000 })
  await expect(success.getByText('Thanks for completing the payment.')).toBeVisible()
}

/** The reference on the success screen. The message to the customer has the same. */
export async function referenceOf(page: Page): Promise<string> {
  const success = page.getByRole('dialog', { name: 'Payment Completed Succesfully' })
  return (await success.getByText(/^Reference \d+$/).textContent())?.replace('Reference ', '') ?? ''
}

/** What a persona owes according to the server, in rupees. */
export async function owed(city: City, persona: string): Promise<number> {
  const data = await city.get<{ totalPayableAmount: number }>(
    await city.token(persona),
    '/api/Dashboards/dashboardData',
  )
  return data.totalPayableAmount
}

interface Books {
  payments: { captured: boolean }[]
}

/** The number of payments that the providers have captured in the whole history of the city. */
export async function captures(city: City): Promise<number> {
  const books = (await (await fetch(`${city.url}/sandbox/books`)).json()) as Record<
    'razorpay' | 'paytm' | 'juspay',
    Books
  >
  return [books.razorpay, books.paytm, books.juspay].flatMap(({ payments }) => payments).filter((p) => p.captured)
    .length
}

/** The first amount of money in a place, as screen readers read it. */
export const sumIn = (place: Locator) =>
  place
    .getByText(/^₹[\d,.]+$/)
    .first()
    .textContent()

/** Rupees as the screens format them. */
export const rupees = (amount: number) =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`

/** Agrees to analytics as a persona. Otherwise nothing is tracked. */
export async function agreeToAnalytics(city: City, persona: string): Promise<void> {
  const token = await city.token(persona)
  const body = { purpose: 'analytics', isGiven: true, textVersion: 2, language: 'en' }
  await city.send(token, `/api/RMUsers/${token.userId}/setConsent`, body)
}

/** Records the analytics events about payments from now on. */
export function listenToPayments(page: Page): { event: string; mode: unknown }[] {
  const heard: { event: string; mode: unknown }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/customTrack') return
    const { event, properties } = request.postDataJSON() as { event: string; properties: { mode?: unknown } }
    if (event.startsWith('payment ')) heard.push({ event, mode: properties.mode })
  })
  return heard
}
