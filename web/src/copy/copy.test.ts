import { afterEach, describe, expect, test } from 'vitest'
import { isUnread, locales, m, ownName } from '.'
import { overwriteGetLocale } from './paraglide/runtime.js'
import texts from './spec-texts.json'

const english = import.meta.glob<Record<string, string>>('./messages/*/en.json', { eager: true, import: 'default' })
const messages: Record<string, string> = Object.assign({}, ...Object.values(english))

describe('the words of the product, to the letter, spelling slips included', () => {
  const rows = Object.entries(texts).flatMap(([id, words]) =>
    Object.entries(words).map(([key, text]) => [id, key, text] as const),
  )
  test.each(rows)('%s: %s', (_, key, text) => expect(messages[key]).toBe(text))
})

describe('languages', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  test('every language is called by its own name, and says whether a native speaker has read it', () => {
    const told = locales.map((locale) => [locale, ownName(locale), isUnread(locale)])
    expect(told).toEqual([
      ['en', 'English', false],
      ['hi', 'हिन्दी', false],
      ['mr', 'मराठी', true],
    ])
  })

  test('every message speaks Hindi too', () => {
    overwriteGetLocale(() => 'hi')
    expect(m.shell_settings()).toBe('सेटिंग')
    expect(m.shell_greeting({ name: 'Asha' })).toBe('नमस्ते, Asha')
  })
})
