/** Formats rupees as people in India read them. Amounts have at most two decimals, as in the API. */

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export interface MoneyParts {
  negative: boolean
  /** Grouped digits without sign and symbol. Paise appear only if they are not zero. */
  digits: string
}

/** Rounds to the paisa first, so that 0.1 + 0.2 never shows a stray fraction. */
export function moneyParts(rupees: number): MoneyParts {
  const paise = Math.round(Math.abs(rupees) * 100)
  const digits = paise % 100 === 0 ? whole.format(paise / 100) : withPaise.format(paise / 100)
  return { negative: rupees < 0 && paise > 0, digits }
}

/** "₹1,28,456", "₹1,28,456.50", "-₹250": the minus comes before the symbol. */
export function formatRupees(rupees: number): string {
  const { negative, digits } = moneyParts(rupees)
  return `${negative ? '-' : ''}₹${digits}`
}

/** Adds rupees as paise, so that no rounding error creeps in. */
export function sumRupees(amounts: readonly number[]): number {
  return amounts.reduce((paise, rupees) => paise + Math.round(rupees * 100), 0) / 100
}

/** Converts paise to rupees. Gateway options and mandate limits come in paise. */
export function fromMinorUnits(paise: number): number {
  return paise / 100
}
