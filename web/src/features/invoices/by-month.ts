import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'

/** The purposes of invoices. Each is a part of a month's bar. */
export const BAR_PARTS = ['rent', 'early_closure', 'damage', 'charge', 'late_fee'] as const

export type BarPart = (typeof BAR_PARTS)[number]

/** Rupees invoiced in a month, minus what credit notes took back. */
export type MonthBilled = Record<BarPart, number> & {
  /** YYYY-MM-01. */
  month: string
}

/** The number of bars, with their sums, that fit on a phone. */
const MONTHS = 6

/**
 * The last months up to the newest invoice, oldest first.
 * Months without invoices before the first bar are left out.
 */
export function billedByMonth(invoices: readonly components['schemas']['LedgerInvoice'][]): MonthBilled[] {
  const newest = invoices
    .map(({ date }) => date)
    .sort()
    .at(-1)
  if (!newest) return []
  const months = Array.from({ length: MONTHS }, (_, index) => empty(monthBefore(newest, MONTHS - 1 - index)))
  for (const { date, purpose, amount, credited } of invoices) {
    const month = months.find((one) => one.month.slice(0, 7) === date.slice(0, 7))
    if (!month || purpose === 'credit') continue
    // A lost discount is charged for rent, so it counts as rent.
    const part = purpose === 'lost_discount' ? 'rent' : purpose
    month[part] = sumRupees([month[part], amount, -credited])
  }
  const first = months.findIndex((month) => billed(month) > 0)
  return first < 0 ? [] : months.slice(first)
}

export function billed(month: MonthBilled): number {
  return sumRupees(BAR_PARTS.map((part) => month[part]))
}

function empty(month: string): MonthBilled {
  return { month, rent: 0, early_closure: 0, damage: 0, charge: 0, late_fee: 0 }
}

function monthBefore(date: string, count: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10)
}
