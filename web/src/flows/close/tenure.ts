import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'

export type TenureLine = components['schemas']['ClosureLine']

/** What a line counts its days of where a day costs the same all year. */
export const DAYS_OF_YEAR = 365

export interface TenurePart extends TenureLine {
  /** How many whole months it is; 0 for part of one. */
  months: number
}

/** Lines of months, with whole months of one rent put together. Amounts are rupees. */
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
