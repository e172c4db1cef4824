import type { Invoice } from './model'

/** What was invoiced in a month, in rupees. */
export interface MonthBilled {
  /** YYYY-MM-01 */
  month: string
  rent: number
  charges: number
  lateFees: number
  /** Taken back by credit notes. */
  credited: number
}

/** As many bars as a phone shows with their sums. */
const MONTHS = 6

type Part = Exclude<keyof MonthBilled, 'month'>

const partOf: Record<string, Part> = {
  rental: 'rent',
  adjustment: 'charges',
  late_fee: 'lateFees',
  credit_note: 'credited',
}

/** The last months up to the newest invoice, oldest first; a month without invoices is empty. */
export function billedByMonth(invoices: readonly Invoice[]): MonthBilled[] {
  const newest = invoices
    .map(({ date }) => date)
    .sort()
    .at(-1)
  if (!newest) return []
  const months = Array.from({ length: MONTHS }, (_, index) => empty(monthBefore(newest, MONTHS - 1 - index)))
  for (const { date, type, amount } of invoices) {
    const month = months.find((one) => one.month.slice(0, 7) === date.slice(0, 7))
    const part = partOf[type] ?? 'charges'
    if (month) month[part] = Math.round((month[part] + Math.abs(amount)) * 100) / 100
  }
  const first = months.findIndex((month) => billed(month) > 0)
  return first < 0 ? [] : months.slice(first)
}

export function billed({ rent, charges, lateFees }: MonthBilled): number {
  return Math.round((rent + charges + lateFees) * 100) / 100
}

function empty(month: string): MonthBilled {
  return { month, rent: 0, charges: 0, lateFees: 0, credited: 0 }
}

function monthBefore(date: string, count: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10)
}
