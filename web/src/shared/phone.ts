export const MOBILE_LENGTH = 10
export const COUNTRY_PREFIX = '+91'

/** Keeps the ten digits of a typed or pasted number. Spaces, +91 and a leading zero are dropped. */
export function normaliseMobile(input: string): string {
  const digits = input.replace(/\D/g, '')
  if (digits.length > MOBILE_LENGTH) {
    if (digits.startsWith('91')) return digits.slice(2, 2 + MOBILE_LENGTH)
    if (digits.startsWith('0')) return digits.slice(1, 1 + MOBILE_LENGTH)
  }
  return digits.slice(0, MOBILE_LENGTH)
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
