import { afterEach, describe, expect, test } from 'vitest'
import { isUnread, type Locale, locales, m, ownName } from '.'
import { overwriteGetLocale } from './paraglide/runtime.js'
import texts from './spec-texts.json'
import unread from './unread.json'

const english = import.meta.glob<Record<string, unknown>>('./messages/*/en.json', { eager: true, import: 'default' })
const messages: Record<string, unknown> = Object.assign({}, ...Object.values(english))

describe('the words of the product, to the letter, spelling slips included', () => {
  const rows = Object.entries(texts).flatMap(([id, words]) =>
    Object.entries(words).map(([key, text]) => [id, key, text] as const),
  )
  test.each(rows)('%s: %s', (_, key, text) => expect(messages[key]).toBe(text))
})

describe('languages', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  test('every language is called by its own name, and says whether a native speaker has read it', () => {
    const names = locales.map(ownName)
    expect(new Set(names).size).toBe(locales.length)
    expect(names[0]).toBe('English')
    expect(names).toContain('हिन्दी')
    expect(locales.filter(isUnread)).toEqual(unread)
    expect(unread).not.toContain('hi')
  })

  test('every message speaks Hindi too', () => {
    overwriteGetLocale(() => 'hi')
    expect(m.app_settings()).toBe('सेटिंग')
    expect(m.app_greeting({ name: 'Asha' })).toBe('नमस्ते, Asha')
  })

  test('what is counted has the form of its number, in each language', () => {
    const counted = (locale: Locale, count: number) => {
      overwriteGetLocale(() => locale)
      return [m.home_items_count({ count }), m.extend_months({ months: count })]
    }
    expect(counted('en', 0)).toEqual(['0 items', '0 months'])
    expect(counted('en', 1)).toEqual(['1 item', '1 month'])
    expect(counted('en', 12)).toEqual(['12 items', '12 months'])
    expect(counted('hi', 1)).toEqual(['1 सामान', '1 महीना'])
    expect(counted('hi', 2)).toEqual(['2 सामान', '2 महीने'])
    expect(counted('mr', 0)).toEqual(['0 वस्तू', '0 महिने'])
  })
})
