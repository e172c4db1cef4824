import { addDays, type DayWindow } from '#/features/visits/pickup-days'
import type { StaticVariables } from '#/features/visits/static-variables'

/** The least number of days between pickup and delivery. */
const DROP_AFTER_DAYS = 3

/** The number of days to choose from, if the rules are missing. */
const ACTIVATE_DAYS = 30

interface DropOptions {
  rules: StaticVariables
  /** The day of the pickup, YYYY-MM-DD. */
  pickup: string
  /** All items of the customer are moved. */
  full: boolean
  /** The id of the destination's city. */
  cityId: number | undefined
}

/**
 * When moved items can be delivered: from some days after the pickup, for as long
 * as pickups can be booked ahead.
 */
export function dropWindow({ rules, pickup, full, cityId }: DropOptions): DayWindow {
  const { maxPickupDays = ACTIVATE_DAYS } = rules.closurePickUpCalenderDateMap?.[full ? 'full' : 'partial'] ?? {}
  const first = addDays(pickup, DROP_AFTER_DAYS)
  const last = addDays(first, maxPickupDays)
  const days = rules.holidays
    .filter(({ locationId, date }) => locationId === cityId && date >= first && date <= last)
    .map(({ date }) => date)
  return { first, last, holidays: [...new Set(days)].sort() }
}
