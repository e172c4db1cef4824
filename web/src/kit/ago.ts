import { getLocale } from '#/copy'

/** "3 minutes ago": the time since `since` (milliseconds since the epoch), in the largest unit that fits. */
export function formatAgo(since: number, now: number = Date.now()): string {
  const minutes = Math.max(1, Math.round((now - since) / 60_000))
  const words = new Intl.RelativeTimeFormat(`${getLocale()}-IN-u-nu-latn`)
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
}
