import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import type { Leaving } from './model'

/** What it costs to return the item before the end of its tenure. */
export function leavingWords({ most, isFixed, end }: Leaving): string {
  const words = { amount: formatRupees(most), day: formatDay(end) ?? end }
  return isFixed ? m.extend_leaving_ac(words) : m.extend_leaving(words)
}

/** Until when and where the extension can be taken back, or that it cannot be. */
export function takeBackWords(until: string | undefined): string {
  const day = formatDay(until)
  return day ? m.extend_revocable({ day }) : m.extend_irrevocable()
}
