/** Words of the product: one function per message, generated from messages/<domain>/{en,hi}.json. */
import { getLocale, locales, setLocale } from './paraglide/runtime.js'

export { m } from './paraglide/messages.js'
export { getLocale, locales, setLocale }

export type Locale = (typeof locales)[number]
