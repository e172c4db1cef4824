import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { locales } from '#/copy'
import { overwriteGetLocale } from '#/copy/paraglide/runtime.js'
import { lineWords, paidBy, periodWords } from './words'

test('a period is told by its last billed day; a charge of a single moment has none', () => {
  expect(periodWords('2026-10-01', '2026-11-01')).toBe('1 Oct 2026 to 31 Oct 2026')
  expect(periodWords('2026-10-01', '2026-10-02')).toBe('1 Oct 2026 to 1 Oct 2026')
  expect(periodWords('2026-11-22', '2026-11-22')).toBeUndefined()
})

describe('a line of an invoice', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  type Line = Parameters<typeof lineWords>[0]
  const reason = (code: NonNullable<Line['reason']>['code'], day: string | null = null, written?: string) => ({
    code,
    day,
    written,
  })
  const name = 'As it was issued'
  const product = 'ओक सोफ़ा'
  const feeOf = 'KA/26-27/0000001'
  test.each<[Line, string, string]>([
    [{ name, purpose: 'rent', product }, 'ओक सोफ़ा', 'ओक सोफ़ा'],
    [{ name, purpose: 'early_closure', product }, 'Early closure of ओक सोफ़ा', 'ओक सोफ़ा समय से पहले बंद करने का शुल्क'],
    [{ name, purpose: 'late_fee', feeOf }, `Late fee for invoice ${feeOf}`, `बिल ${feeOf} का विलंब शुल्क`],
    [{ name, purpose: 'damage', product, written: 'Torn cover' }, 'ओक सोफ़ा: Torn cover', 'ओक सोफ़ा: Torn cover'],
    [{ name, purpose: 'charge', product, written: 'A second visit' }, 'A second visit', 'A second visit'],
    [
      { name, purpose: 'rent', product, reason: reason('picked_up', '2026-10-15') },
      'Picked up on 15 Oct 2026: ओक सोफ़ा',
      '15 अक्टू॰ 2026 को पिकअप हुआ: ओक सोफ़ा',
    ],
    [
      { name, purpose: 'rent', product, reason: reason('terms_changed', '2026-10-15') },
      'Changed on 15 Oct 2026: ओक सोफ़ा',
      '15 अक्टू॰ 2026 को बदलाव हुआ: ओक सोफ़ा',
    ],
    [
      { name, purpose: 'early_closure', product, reason: reason('pickup_put_off') },
      'Pickup put off: Early closure of ओक सोफ़ा',
      'पिकअप आगे बढ़ाया गया: ओक सोफ़ा समय से पहले बंद करने का शुल्क',
    ],
    [
      { name, purpose: 'rent', product, reason: reason('credited_before') },
      'Credited before the change: ओक सोफ़ा',
      'बदलाव से पहले क्रेडिट किया गया: ओक सोफ़ा',
    ],
    [
      { name, purpose: 'late_fee', feeOf, reason: reason('request_taken_back') },
      `Closure request taken back: Late fee for invoice ${feeOf}`,
      `बंद करने का अनुरोध वापस लिया गया: बिल ${feeOf} का विलंब शुल्क`,
    ],
    [
      { name, purpose: 'rent', product, reason: reason('written', null, 'Never worked') },
      'Never worked: ओक सोफ़ा',
      'Never worked: ओक सोफ़ा',
    ],
    [{ name, product }, name, name],
  ])('says what it is for: %o', (line, english, hindi) => {
    expect(lineWords(line)).toBe(english)
    overwriteGetLocale(() => 'hi')
    expect(lineWords(line)).toBe(hindi)
  })
})

describe('how a payment was made', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  test.each([
    ['upi (as…@upi)', false, 'UPI (as…@upi)'],
    ['upi and wallet (as…@upi)', false, 'UPI + Wallet (as…@upi)'],
    ['emandate (HDFC …1234)', true, 'Auto Debit · Net banking (HDFC …1234)'],
    ['paylater', false, 'paylater'],
    ['', false, ''],
  ])('%s', (mode, isAutoDebit, want) => {
    expect(paidBy({ mode, isAutoDebit })).toBe(want)
  })

  const source = readFileSync(new URL('../../../../internal/provider/method.go', import.meta.url), 'utf8')
  const methods: string[] = JSON.parse(`[${source.match(/PaymentMethods = \[\]string\{(.*)\}/)?.[1]}]`)
  test.each(locales.flatMap((locale) => methods.map((method) => [locale, method] as const)))(
    'in %s there is a word for %s, which the server sends',
    (locale, method) => {
      overwriteGetLocale(() => locale)
      expect(paidBy({ mode: method, isAutoDebit: false })).not.toBe(method)
    },
  )
})
