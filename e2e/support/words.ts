import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const messages = new URL('../../web/src/copy/messages/', import.meta.url)

/** The app's text in a language, by the key of the message. */
export type Say = (key: string, values?: Record<string, string>) => string

/** The app's own texts, so that a walk is the same in every language. */
export function words(locale: string): Say {
  const texts: Record<string, unknown> = {}
  for (const domain of readdirSync(messages))
    Object.assign(texts, JSON.parse(readFileSync(new URL(`${domain}/${locale}.json`, messages), 'utf8')))
  return (key, values = {}) => {
    const text = texts[key]
    if (typeof text !== 'string') throw new Error(`${key} is no text in ${locale}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  }
}

/** Makes the pages start in a language. A gateway's frame has no storage. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.addInitScript((locale) => {
    if (window === window.top) localStorage.setItem('locale', locale)
  }, locale)
}
