export const MOBILE_LENGTH = 10
export const COUNTRY_PREFIX = '+91'

/**
 * Keeps the ten digits of a typed or pasted number. Spaces and leading zeros are dropped, and the prefix 91 if ten digits
 * follow it: many numbers themselves begin with 91.
 */
export function normaliseMobile(input: string): string {
  const digits = input.replace(/\D/g, '')
  const national = digits.length > MOBILE_LENGTH ? digits.replace(/^0+/, '') : digits
  const hasPrefix = national.length === 2 + MOBILE_LENGTH && national.startsWith('91')
  return (hasPrefix ? national.slice(2) : national).slice(0, MOBILE_LENGTH)
}

export function isCompleteMobile(digits: string): boolean {
  return /^\d{10}$/.test(digits)
}

/** "+91 98765 43210" */
export function formatMobile(mobile: string): string {
  const digits = normaliseMobile(mobile)
  return digits.length === MOBILE_LENGTH
    ? `${COUNTRY_PREFIX} ${digits.slice(0, 5)} ${digits.slice(5)}`
    : `${COUNTRY_PREFIX} ${mobile}`
}
