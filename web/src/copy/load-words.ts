import { load } from 'virtual:words'
import { words } from './words'

/** Fetches the texts of a language before anything is drawn. Answers whether they are there. */
export async function loadWords(locale: string): Promise<boolean> {
  try {
    Object.assign(words, await load[locale]?.())
    document.documentElement.lang = locale
    return true
  } catch {
    return false
  }
}
