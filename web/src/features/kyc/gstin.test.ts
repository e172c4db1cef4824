import { expect, test } from 'vitest'
import { asGstin, isGstin } from './gstin'

test.each([
  '27AAPFU0939F1ZV',
  '29AAAPZ1234C1ZW',
  '07AAAFZ0001Q1Z7',
  '36AAATZ7777M1ZG',
  '09AAAPZ5555H1DH',
  '29AAACZ1234C1CY',
])('KYC-04: %s is a GSTIN', (gstin) => expect(isGstin(gstin)).toBe(true))

test.each([
  ['its check character', '29AAAPZ1234C1ZX'],
  ['two characters that changed places', '29AAAPZ1243C1ZW'],
  ['a state that there is not', '40AAAPZ1234C1Z0'],
  ['its serial', '29AAAPZ1234C0ZA'],
  ['its length', '29AAAPZ1234C1Z'],
])('KYC-04: a GSTIN can be wrong by %s', (_, gstin) => expect(isGstin(gstin)).toBe(false))

test('KYC-04: it may be pasted with spaces and in small letters', () => {
  expect(asGstin(' 27aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV')
})
