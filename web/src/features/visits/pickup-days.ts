import type { ActiveProduct } from '#/api/dashboard'
import type { StaticVariables } from './static-variables'

/** Calendar days as YYYY-MM-DD. Both ends can be chosen. */
export interface DayWindow {
  first: string
  last: string
  /** Days in the window on which nobody comes. */
  holidays: string[]
}

/** Without rules from the server, today and the thirty days after it can be chosen. */
const DISABLE_DAYS = 0
const ACTIVATE_DAYS = 30

export function addDays(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/** A window of days, with the holidays of the cities where the items are. */
export function windowOf(first: string, last: string, rules: StaticVariables, chosen: ActiveProduct[]): DayWindow {
  const places = new Set(chosen.map((product) => product.locationId))
  const holidays = rules.holidays.filter(
    ({ locationId, date }) => places.has(locationId) && date >= first && date <= last,
  )
  return { first, last, holidays: [...new Set(holidays.map(({ date }) => date))].sort() }
}

/** When items can be picked up. Returning all items has other limits than returning some of them. */
export function pickupWindow(rules: StaticVariables, chosen: ActiveProduct[], active: ActiveProduct[]): DayWindow {
  const days = rules.closurePickUpCalenderDateMap?.[chosen.length === active.length ? 'full' : 'partial']
  const first = addDays(rules.today, days?.minPickupDays ?? DISABLE_DAYS)
  const last = addDays(rules.today, days?.maxPickupDays ?? ACTIVATE_DAYS)
  return windowOf(first, last, rules, chosen)
}

/** Whether a day can be chosen. */
export function canChoose({ first, last, holidays }: DayWindow, day: string): boolean {
  return day >= first && day <= last && !holidays.includes(day)
}
