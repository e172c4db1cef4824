import { describe, expect, test } from 'vitest'
import { formatRupees, fromMinorUnits } from './money'
import { firstNameOf, initialOf } from './person'
import { formatMobile, isCompleteMobile, MOBILE_LENGTH, normaliseMobile } from './phone'

describe('PROD-14: amounts are rupees', () => {
  test.each([
    [0, '₹0'],
    [128456, '₹1,28,456'],
    [128456.5, '₹1,28,456.50'],
    [-250, '-₹250'],
    [-0.001, '₹0'],
    [0.1 + 0.2, '₹0.30'],
    [10000000, '₹1,00,00,000'],
  ])('%d reads %s', (rupees, text) => expect(formatRupees(rupees)).toBe(text))

  test('paise are divided by 100', () => expect(fromMinorUnits(128450)).toBe(1284.5))
})

describe('CONST-08: mobile numbers have ten digits and the prefix +91', () => {
  test.each([
    ['9876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['98765432109', '9876543210'],
    ['91234567890', '9123456789'],
    ['91987654321', '9198765432'],
    ['00919876543210', '9876543210'],
    ['+91 91234 56789', '9123456789'],
    ['98-76 abc', '9876'],
  ])('%s becomes %s', (typed, digits) => expect(normaliseMobile(typed)).toBe(digits))

  test('complete means ten digits', () => {
    expect(isCompleteMobile('987654321')).toBe(false)
    expect(isCompleteMobile('9'.repeat(MOBILE_LENGTH))).toBe(true)
    expect(formatMobile('9876543210')).toBe('+91 98765 43210')
  })
})

test('names give an initial and a first name', () => {
  expect([initialOf(' asha rao'), initialOf(''), initialOf(undefined)]).toEqual(['A', '?', '?'])
  expect([firstNameOf('Asha  Rao'), firstNameOf(undefined)]).toEqual(['Asha', ''])
})
