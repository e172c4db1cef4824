import { getLocale } from '#/copy'

/**
 * Every date on screen is an Indian business day, in wall-clock time of Asia/Kolkata whatever the device
 * says, and in the language of the screen. A missing or unreadable value gives undefined.
 */
type Value = string | number | undefined | null

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar day (YYYY-MM-DD) is pinned to noon in India, so that no time zone moves it to another day. */
function toInstant(value: string | number): Date | undefined {
  const instant = new Date(DAY_PATTERN.test(String(value)) ? `${value}T12:00:00+05:30` : value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Creating a format takes longer than a hundred uses of it, and a calendar formats each of its days. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Every language keeps Latin digits, as on Indian bills. */
function format(value: Value, options: Intl.DateTimeFormatOptions) {
  const instant = value ? toInstant(value) : undefined
  if (!instant) return undefined
  const key = getLocale() + JSON.stringify(options)
  let made = formats.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(`${getLocale()}-IN-u-nu-latn`, { timeZone: 'Asia/Kolkata', ...options })
    formats.set(key, made)
  }
  return made.format(instant)
}

/** "5 Sept 2026" */
export function formatDay(value: Value) {
  return format(value, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** "Sept 2026" */
export function formatMonthYear(value: Value) {
  return format(value, { month: 'short', year: 'numeric' })
}

/** "September" */
export function formatMonth(value: Value) {
  return format(value, { month: 'long' })
}

/** "5 Sept 2026, 3:40 pm" for an instant, as text or in milliseconds since the epoch. */
export function formatMoment(value: Value) {
  return format(value, { dateStyle: 'medium', timeStyle: 'short' })
}

/** "3:40 pm" for an instant. */
export function formatClock(value: Value) {
  return format(value, { timeStyle: 'short' })
}

/** "10:00 am" for a time of day such as "10:00". */
export function formatTime(value: string) {
  return format(`2000-01-01T${value}:00+05:30`, { timeStyle: 'short' }) ?? value
}

/** "Saturday, 5 September 2026" */
export function formatWholeDay(value: Value) {
  return format(value, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** The weekday of a day: "Saturday", or its first letter. */
export function formatWeekday(value: Value, width: 'long' | 'narrow') {
  return format(value, { weekday: width })
}

/** "Sept", for narrow places. */
export function formatShortMonth(value: Value) {
  return format(value, { month: 'short' })
}
