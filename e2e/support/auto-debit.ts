import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { City } from './city'

/** The address of the first screen of auto debit. */
export const autoDebit = '/home?paymentMode=easy-payment&paymentType=auto-debit'

export const easyPayment = (page: Page) => page.getByRole('dialog', { name: 'Easy Payment' })

/** Goes from the payment methods of auto debit to the bank's page in its own window. */
export async function openBank(page: Page, way: string): Promise<Page> {
  await easyPayment(page)
    .getByRole('button', { name: new RegExp(`^${way}`) })
    .click()
  const opened = page.waitForEvent('popup')
  await easyPayment(page).getByRole('button', { name: 'Set Auto Debit', exact: true }).click()
  return await opened
}

/** Presses a button on the bank's page. */
export async function atBank(bank: Page | FrameLocator, button: string): Promise<void> {
  const choice = bank.getByRole('button', { name: button, exact: true })
  await expect(choice).toBeEnabled()
  await choice.click()
}

interface Card {
  cardId: string
  status: string
  paymentMethod: string
}

interface Mandates {
  cards: Card[]
  activeCardId?: string
  nextDebitDate?: string
}

/** The mandates of a persona, and which of them is debited. */
export async function mandatesOf(city: City, persona: string): Promise<Mandates> {
  return await city.get(await city.token(persona), '/api/Dashboards/getRecurringCards?includeNach=true')
}

export interface Debit {
  step: string
  amount: number
  date: string | null
  payBy: string
  isRetry: boolean
  besides?: number
  lateFee?: { amount: number; date: string }
}

/** A persona's next debit, if there is one. */
export async function debitOf(city: City, persona: string): Promise<Debit | undefined> {
  const path = '/api/Dashboards/dashboardData'
  return (await city.get<{ debit?: Debit }>(await city.token(persona), path)).debit
}

/**
 * Advances to the evening of the day of a debit. By then the debit would be made, but none for the next bill.
 */
export async function pastDebit(city: City, debit: Debit | undefined): Promise<void> {
  if (!debit?.date) throw new Error('there is no debit on a coming day')
  await city.advanceTo(`${debit.date}T20:00:00+05:30`)
}

/** The number of days from the city's today to the given day. */
export async function daysTo(city: City, day: string): Promise<number> {
  return (Date.parse(day) - Date.parse(await city.today())) / 86_400_000
}
