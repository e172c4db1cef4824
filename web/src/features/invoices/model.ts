import type { components } from '#/api/schema'

export type Invoice = components['schemas']['Invoice']
export type InvoiceDoc = components['schemas']['InvoiceDoc']
export type InvoiceItem = components['schemas']['InvoiceItem']
export type LedgerEntry = components['schemas']['Transaction']

/** Converts paise to rupees. Computing in paise keeps sums of the server's amounts exact. */
function rupees(paise: number): number {
  return Math.round(paise) / 100
}

/** Rupees that are still owed on an invoice: its unpaid rest, and its late fees, which can outlive it. */
export function owedOn({ outstanding, openLateFees }: Pick<Invoice, 'outstanding' | 'openLateFees'>): number {
  return rupees(outstanding * 100 + openLateFees * 100)
}

/**
 * Splits what was paid of an invoice into rent paid in advance and payments since.
 * A credit note may have given back some of the advance.
 */
export function paidParts({ paidAhead, amountPaid }: Pick<InvoiceDoc, 'paidAhead' | 'amountPaid'>) {
  const ahead = Math.min(paidAhead, amountPaid)
  return { ahead, since: rupees(amountPaid * 100 - ahead * 100) }
}

const openStatuses: readonly string[] = ['due', 'part_paid', 'overdue']

export function isOpen({ status }: Pick<Invoice, 'status'>): boolean {
  return openStatuses.includes(status)
}

/**
 * The invoices on which money is owed, even if only a late fee.
 * They are in the order in which payments cover them.
 */
export function owingInvoices(invoices: readonly Invoice[]): Invoice[] {
  const open = invoices.filter((invoice) => owedOn(invoice) > 0)
  const due = ({ dueDate, date }: Invoice) => dueDate ?? date
  return open.sort((a, b) => due(a).localeCompare(due(b)) || a.date.localeCompare(b.date) || a.invoiceId - b.invoiceId)
}

/** Rent is billed monthly. Every other invoice corrects or adds to it. */
export function isAdjustment({ type }: Pick<Invoice, 'type'>): boolean {
  return type !== 'rental'
}

export function isCreditNote({ type }: Pick<Invoice, 'type'>): boolean {
  return type === 'credit_note'
}

/** Nobody pays a credit note. An invoice of late fees is created by the payment that paid them. */
export function isPayable({ type, payments }: Pick<InvoiceDoc, 'type' | 'payments'>): boolean {
  return payments.length > 0 || (type !== 'credit_note' && type !== 'late_fee')
}

/** The server's periods end before `to`, but customers expect the last billed day. */
export function lastDay(to: string | null): string | null {
  if (!to) return null
  const day = new Date(`${to}T12:00:00Z`)
  if (Number.isNaN(day.getTime())) return null
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Rupees of a line with its tax. */
export function lineTotal({ amount, tax }: Pick<InvoiceItem, 'amount' | 'tax'>): number {
  return rupees(amount * 100 + tax * 100)
}

/** Rent lines are computed from days and a monthly rate. Other lines have a fixed amount. */
export function isProrated({ rate, monthDays }: Pick<InvoiceItem, 'rate' | 'monthDays'>): boolean {
  return rate !== 0 && monthDays > 0
}
