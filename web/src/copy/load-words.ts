import { load } from 'virtual:words'
import type { Locale } from '.'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { words } from './words'

/**
 * Fetches the texts of a language before anything is drawn. Answers whether they are there. The page then speaks it until
 * it is loaded anew: what another tab chooses meanwhile would change its dates and what the server says, but not its words.
 */
export async function loadWords(locale: Locale): Promise<boolean> {
  try {
    Object.assign(words, await load[locale]?.())
    overwriteGetLocale(() => locale)
    document.documentElement.lang = locale
    return true
  } catch {
    return false
  }
}
