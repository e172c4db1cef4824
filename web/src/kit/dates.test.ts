import { afterEach, describe, expect, test } from 'vitest'
import { overwriteGetLocale } from '#/copy/paraglide/runtime.js'
import { formatDay, formatMonth, formatMonthYear, formatShortMonth } from './dates'

describe('dates are Indian business days', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  test('a calendar day never moves with the zone', () => expect(formatDay('2026-09-05')).toBe('5 Sept 2026'))
  test('an instant late in the UTC evening is the next day in India', () => {
    expect(formatMonthYear('2025-12-31T20:00:00Z')).toBe('Jan 2026')
  })
  test('months, in the language of the screen and with Latin digits', () => {
    expect(formatMonth('2026-11-01')).toBe('November')
    expect(formatShortMonth('2026-11-01')).toBe('Nov')
    overwriteGetLocale(() => 'hi')
    expect(formatDay('2026-11-05')).toBe('5 नव॰ 2026')
  })
  test.each([undefined, null, '', 'soon'])('%s has no date', (value) => expect(formatDay(value)).toBeUndefined())
})
