import { addDays, type DayWindow } from '#/features/visits/pickup-days'
import type { StaticVariables } from '#/features/visits/static-variables'

/** How many days after the pickup the items arrive at the earliest. */
const DROP_AFTER_DAYS = 3

/** For how many days an arrival can be put off where the rules are missing. */
const ACTIVATE_DAYS = 30

interface DropSetting {
  rules: StaticVariables
  /** Day of the pickup, YYYY-MM-DD. */
  pickup: string
  /** Everything that the customer has is moved. */
  full: boolean
  /** The city to which it goes. */
  cityId: number | undefined
}

/** When moved items can arrive: some days after the pickup, and as long after that as a pickup may be put off. */
export function dropWindow({ rules, pickup, full, cityId }: DropSetting): DayWindow {
  const { maxPickupDays = ACTIVATE_DAYS } = rules.closurePickUpCalenderDateMap?.[full ? 'full' : 'partial'] ?? {}
  const first = addDays(pickup, DROP_AFTER_DAYS)
  const last = addDays(first, maxPickupDays)
  const days = rules.holidays
    .filter(({ locationId, date }) => locationId === cityId && date >= first && date <= last)
    .map(({ date }) => date)
  return { first, last, holidays: [...new Set(days)].sort() }
}
