import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'

export type TenureLine = components['schemas']['ClosureLine']

/** The denominator of a line whose daily rate is the same all year. */
export const DAYS_OF_YEAR = 365

export interface TenurePart extends TenureLine {
  /** The number of whole months. 0 for a part of a month. */
  months: number
}

/** Groups lines of whole months with the same rent. Amounts are in rupees. */
export function byMonths(lines: readonly TenureLine[]): TenurePart[] {
  const parts: TenurePart[] = []
  for (const line of lines) {
    const months = line.days === line.of ? 1 : 0
    const last = parts.at(-1)
    if (months && last?.months && last.rate === line.rate) {
      last.months += 1
      last.to = line.to
      last.amount = sumRupees([last.amount, line.amount])
    } else parts.push({ ...line, months })
  }
  return parts
}
