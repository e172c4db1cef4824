import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import type { Leaving } from './model'

/** What giving the item back before the end costs. */
export function leavingWords({ most, isFixed, end }: Leaving): string {
  const words = { amount: formatRupees(most), day: formatDay(end) ?? end }
  return isFixed ? m.extend_leaving_ac(words) : m.extend_leaving(words)
}

/** Until when the extension can be taken back, if it can, and where. */
export function takeBackWords(until: string | undefined): string {
  const day = formatDay(until)
  return day ? m.extend_revocable({ day }) : m.extend_irrevocable()
}
