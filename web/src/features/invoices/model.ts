import type { components } from '#/api/schema'

export type Invoice = components['schemas']['Invoice']
export type InvoiceDoc = components['schemas']['InvoiceDoc']
export type InvoiceItem = components['schemas']['InvoiceItem']
export type LedgerEntry = components['schemas']['Transaction']

/** Paise-exact arithmetic on wire amounts. */
function rupees(paise: number): number {
  return Math.round(paise) / 100
}

/** What an invoice still asks for, in rupees: its own rest and the late fees on it, which outlive it. */
export function owedOn({ outstanding, openLateFees }: Pick<Invoice, 'outstanding' | 'openLateFees'>): number {
  return rupees(outstanding * 100 + openLateFees * 100)
}

/** What was paid of an invoice: in advance, of which a credit note may have given back some, and since it was issued. */
export function paidParts({ paidAhead, amountPaid }: Pick<InvoiceDoc, 'paidAhead' | 'amountPaid'>) {
  const ahead = Math.min(paidAhead, amountPaid)
  return { ahead, since: rupees(amountPaid * 100 - ahead * 100) }
}

const openStatuses: readonly string[] = ['due', 'part_paid', 'overdue']

export function isOpen({ status }: Pick<Invoice, 'status'>): boolean {
  return openStatuses.includes(status)
}

/** Invoices on which money is owed, be it a late fee only, in the order in which money pays them: by when each is due. */
export function owingInvoices(invoices: readonly Invoice[]): Invoice[] {
  const open = invoices.filter((invoice) => owedOn(invoice) > 0)
  const due = ({ dueDate, date }: Invoice) => dueDate ?? date
  return open.sort((a, b) => due(a).localeCompare(due(b)) || a.date.localeCompare(b.date) || a.invoiceId - b.invoiceId)
}

/** Rent is billed monthly; everything else corrects or adds to it. */
export function isAdjustment({ type }: Pick<Invoice, 'type'>): boolean {
  return type !== 'rental'
}

export function isCreditNote({ type }: Pick<Invoice, 'type'>): boolean {
  return type === 'credit_note'
}

/** A credit note is paid by nobody, and an invoice of late fees is made by what paid them. */
export function isPayable({ type, payments }: Pick<InvoiceDoc, 'type' | 'payments'>): boolean {
  return payments.length > 0 || (type !== 'credit_note' && type !== 'late_fee')
}

/** A period on the wire ends before `to`; people read the last day that is billed. */
export function lastDay(to: string | null): string | null {
  if (!to) return null
  const day = new Date(`${to}T12:00:00Z`)
  if (Number.isNaN(day.getTime())) return null
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** What a line is with its tax, in rupees. */
export function lineTotal({ amount, tax }: Pick<InvoiceItem, 'amount' | 'tax'>): number {
  return rupees(amount * 100 + tax * 100)
}

/** Rent lines follow from days and a monthly rent; other lines are amounts of their own. */
export function isProrated({ rate, monthDays }: Pick<InvoiceItem, 'rate' | 'monthDays'>): boolean {
  return rate !== 0 && monthDays > 0
}
