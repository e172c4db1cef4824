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

const files = import.meta.glob<Record<string, unknown>>(['./messages/*/*.json', '!./messages/*/notes.json'], {
  eager: true,
  import: 'default',
})
const faultFiles = import.meta.glob<Record<string, unknown>>(['./faults/*.json', '../../../api/faults.json'], {
  eager: true,
  import: 'default',
})

/** All that the app says in a language, and all faults of the server. */
function textsOf(locale: Locale): Record<string, unknown> {
  const faults = locale === 'en' ? '../../../api/faults.json' : `./faults/${locale}.json`
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${locale}.json`))
  return Object.assign({}, ...own.map(([, texts]) => texts), faultFiles[faults])
}

const others = locales.filter((locale) => locale !== 'en')

/** What Hindi says for a thing, and how it is not said or spelt beside that. */
const inHindi = {
  'जमा राशि': 'डिपॉज़िट',
  मालिक: 'स्वामी(?!\\p{M})',
  ट्रांसफ़र: 'हस्तांतरण',
  सामान: 'आइटम',
  'विलंब शुल्क': 'लेट फ़ीस',
  'सहायता टीम': 'सपोर्ट',
  किराये: 'किराए',
  बाकी: 'बाक़ी',
  तारीख़: 'तारीख(?!़)',
  तरीका: 'तरीक़',
  खाली: 'ख़ाली',
  नुक़सान: 'नुकसान',
}

describe('each thing has one word on screens', () => {
  // Those of other companies, as ways to pay.
  const othersWallets = [
    'payments_group_wallets',
    'invoices_mode_wallet',
    'payment.by_upi_cards_wallet',
    'payment.by_wallet',
  ]
  test.each([
    ['Rentomoney, by its name', /(?<!\{)\bwallet\b/i, othersWallets],
    ['taken back, as its button says', /\brevoked?\b/i, []],
  ])('%s', (_, otherwise, allowed: string[]) => {
    const texts = Object.entries(textsOf('en')).filter(([, text]) => otherwise.test(JSON.stringify(text)))
    expect(texts.map(([key]) => key).filter((key) => !allowed.includes(key))).toEqual([])
  })
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

  test.each(others)('a settlement is called the same in every text of %s', (locale) => {
    const own = textsOf(locale)
    const word = String(own.ticket_settlement)
    expect(word, 'the word of a settlement').toMatch(/\p{L}/u)
    const speaksOfIt = Object.keys(own).filter((key) => /\bsettlements?\b/i.test(JSON.stringify(textsOf('en')[key])))
    expect(speaksOfIt.length, 'texts that speak of a settlement').toBeGreaterThan(5)
    expect(
      speaksOfIt.filter((key) => !JSON.stringify(own[key]).includes(word)),
      `texts that do not call it ${word}`,
    ).toEqual([])
  })

  test.each(Object.entries(inHindi))('Hindi has one word, spelt in one way: %s, not %s', (word, otherwise) => {
    const other = new RegExp(`(?<![\\p{L}\\p{M}])(${otherwise})`, 'u')
    const texts = Object.entries(textsOf('hi')).filter(([, text]) => other.test(JSON.stringify(text)))
    expect(texts, `texts that do not say ${word}`).toEqual([])
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
