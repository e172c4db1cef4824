/** Words of the product: one function per message, generated from messages/<domain>/<language>.json. */
import { getLocale, locales, setLocale } from './paraglide/runtime.js'
import unread from './unread.json'

export { m } from './paraglide/messages.js'
export { getLocale, locales, setLocale }

export type Locale = (typeof locales)[number]

/** What a language calls itself. */
export function ownName(locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
}

/** No native speaker has read the texts of this language yet. */
export function isUnread(locale: Locale): boolean {
  return (unread as string[]).includes(locale)
}
