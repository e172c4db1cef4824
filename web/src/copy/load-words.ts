import { load } from 'virtual:words'
import { words } from './words'

/** Fetches the texts of a language before anything is drawn; without them the screens speak English. */
export async function loadWords(locale: string): Promise<void> {
  const texts = await load[locale]?.().catch(() => undefined)
  Object.assign(words, texts)
}
