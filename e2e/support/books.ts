import { expect } from '@playwright/test'
import type { City } from './city'

/** A rent line of an invoice: the days from `from` until before `to`, at `rate` rupees a month. */
export interface RentLine {
  invoiceId: number
  placeOfSupply: string
  name: string
  kind: string
  from: string
  to: string
  rate: number
}

interface InvoiceHead {
  invoiceId: number
  invoiceNumber: string
  type: string
  date: string
  /** Rupees. */
  amount: number
  /** Rupees that credit notes took off the invoice. */
  credited: number
  /** Rupees that are still to be paid. */
  outstanding: number
}

interface InvoiceDocument extends InvoiceHead {
  placeOfSupply: string
  items: Omit<RentLine, 'invoiceId' | 'placeOfSupply'>[]
}

/** The invoices of a persona. */
export async function invoicesOf(city: City, persona: string): Promise<InvoiceHead[]> {
  const path = '/api/Dashboards/getLedgersData'
  return (await city.get<{ invoices: InvoiceHead[] }>(await city.token(persona), path)).invoices
}

/** Rupees invoiced to a persona minus credits, by month, as in "Nov 2026". */
export async function invoicedByMonth(city: City, persona: string): Promise<Map<string, number>> {
  const months = new Map<string, number>()
  for (const { date, type, amount, credited } of await invoicesOf(city, persona)) {
    if (type === 'credit_note') continue
    const on = new Date(`${date.slice(0, 10)}T00:00Z`)
    const month = on.toLocaleString('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    months.set(month, Math.round(((months.get(month) ?? 0) + amount - credited) * 100) / 100)
  }
  return months
}

interface Payment {
  date: string
  status: string
  /** Rupees. Refunds are negative. */
  amount: number
}

/** The payments and refunds of a persona. */
export async function paymentsOf(city: City, persona: string): Promise<Payment[]> {
  const path = '/api/Dashboards/getLedgersData'
  return (await city.get<{ transactions: Payment[] }>(await city.token(persona), path)).transactions
}

/** The rent lines of a persona's item, oldest first. */
export async function rentLines(city: City, persona: string, item: string): Promise<RentLine[]> {
  const token = await city.token(persona)
  const charging = (await invoicesOf(city, persona)).filter(({ type }) => type !== 'credit_note' && type !== 'late_fee')
  const lines = await Promise.all(
    charging.map(async ({ invoiceId }) => {
      const path = `/api/RMUsers/${token.userId}/getUserLedgerInvoice?invoiceId=${invoiceId}`
      const { items, placeOfSupply } = await city.get<InvoiceDocument>(token, path)
      return items.map((line) => ({ ...line, invoiceId, placeOfSupply }))
    }),
  )
  return lines
    .flat()
    .filter(({ name, kind }) => name === item && kind === 'rent')
    .toSorted((a, b) => a.from.localeCompare(b.from))
}

/** Expects that each day is billed once: each line starts where the one before it ended. */
export function expectUnbroken(lines: RentLine[]): void {
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(1).map(({ from }) => from)).toEqual(lines.slice(0, -1).map(({ to }) => to))
}

/** The path of the invoice that contains a line. */
export function invoicePath(line: RentLine | undefined): string {
  return `/my-subscriptions/${line?.invoiceId}/rental-invoice`
}

interface Payout {
  status: string
  /** Paise. */
  amount: number
}

/** All payouts in the books of the payout provider, oldest first. */
export async function payouts(city: City): Promise<Payout[]> {
  const books = (await (await fetch(`${city.url}/sandbox/books`)).json()) as { razorpayx: { payouts: Payout[] } }
  return books.razorpayx.payouts.map(({ status, amount }) => ({ status, amount }))
}

interface Message {
  channel: string
  body: string
  created: string
}

/**
 * The channels on which a text was sent to a mobile number since the start of the journey or, if it was not,
 * before. The text of an earlier month may be identical.
 */
export async function waysOf(city: City, to: string, text: RegExp): Promise<string[]> {
  const { messages } = (await (await fetch(`${city.url}/demo/inbox?to=${to}`)).json()) as { messages: Message[] }
  const all = messages.filter(({ body }) => text.test(body))
  const here = all.filter(({ created }) => Date.parse(created) >= Date.parse(city.begun))
  return (here.length ? here : all).map(({ channel }) => channel)
}

/** Expects that a text was sent to a mobile number, and on no channel twice. */
export async function expectTold(city: City, to: string, text: RegExp): Promise<void> {
  const ways = () => waysOf(city, to, text)
  await expect.poll(ways, `${text}`).not.toEqual([])
  const told = await ways()
  expect(told, `${text}`).toEqual([...new Set(told)])
}
