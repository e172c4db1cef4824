/** Every date on screen is an Indian business day: wall-clock time in Asia/Kolkata, whatever the device says. */

export const BUSINESS_ZONE = 'Asia/Kolkata'

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar day (YYYY-MM-DD) is pinned to noon in India, so that no zone can move it to a neighbour. */
function toInstant(value: string): Date | undefined {
  const instant = DAY_PATTERN.test(value) ? new Date(`${value}T12:00:00+05:30`) : new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

function format(value: string | undefined | null, options: Intl.DateTimeFormatOptions, locale: string) {
  const instant = value ? toInstant(value) : undefined
  if (!instant) return undefined
  return new Intl.DateTimeFormat(intlLocale(locale), { timeZone: BUSINESS_ZONE, ...options }).format(instant)
}

/** Every language keeps Latin digits, as Indian bills do. */
function intlLocale(locale: string) {
  return `${locale}-IN-u-nu-latn`
}

/** "5 Sept 2026"; undefined when the value is missing or unreadable. */
export function formatDay(value: string | undefined | null, locale = 'en') {
  return format(value, { day: 'numeric', month: 'short', year: 'numeric' }, locale)
}

/** "Sept 2026" */
export function formatMonthYear(value: string | undefined | null, locale = 'en') {
  return format(value, { month: 'short', year: 'numeric' }, locale)
}

/** "September" */
export function formatMonth(value: string | undefined | null, locale = 'en') {
  return format(value, { month: 'long' }, locale)
}

/** "5 Sept 2026, 3:40 pm" */
export function formatMoment(value: string | undefined | null, locale = 'en') {
  return format(value, { dateStyle: 'medium', timeStyle: 'short' }, locale)
}

/** "10:00 am" of a time of day such as "10:00". */
export function formatTime(value: string, locale = 'en') {
  return format(`2000-01-01T${value}:00+05:30`, { timeStyle: 'short' }, locale) ?? value
}

/** "Saturday, 5 September 2026" */
export function formatWholeDay(value: string | undefined | null, locale = 'en') {
  return format(value, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, locale)
}

/** The weekday of a day: "Saturday", or its first letter. */
export function formatWeekday(value: string | undefined | null, width: 'long' | 'narrow', locale = 'en') {
  return format(value, { weekday: width }, locale)
}
