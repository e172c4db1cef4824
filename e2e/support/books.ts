import { expect } from '@playwright/test'
import type { City } from './city'

/** What an invoice charges of an item's rent: the days from `from` up to, but without, `to`, at rupees a month. */
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
  type: string
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

/** How an item's rent was billed to a persona, the oldest days first. */
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

/** Each day is billed once: a line begins where the one before it has ended. */
export function expectUnbroken(lines: RentLine[]): void {
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(1).map(({ from }) => from)).toEqual(lines.slice(0, -1).map(({ to }) => to))
}

/** Where the invoice that has a line is shown. */
export function invoicePath(line: RentLine | undefined): string {
  return `/my-subscriptions/${line?.invoiceId}/rental-invoice`
}
