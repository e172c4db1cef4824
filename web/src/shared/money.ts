/** Rupees as people in India read them. Amounts are rupees with at most two decimals, as they travel on the wire. */

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export interface MoneyParts {
  negative: boolean
  /** Grouped digits without sign and symbol, paise only when they are not zero. */
  digits: string
}

/** Rounds to the paisa first, so that 0.1 + 0.2 never shows a stray fraction. */
export function moneyParts(rupees: number): MoneyParts {
  const paise = Math.round(Math.abs(rupees) * 100)
  const digits = paise % 100 === 0 ? whole.format(paise / 100) : withPaise.format(paise / 100)
  return { negative: rupees < 0 && paise > 0, digits }
}

/** "₹1,28,456", "₹1,28,456.50", "-₹250": the minus stands before the symbol. */
export function formatRupees(rupees: number): string {
  const { negative, digits } = moneyParts(rupees)
  return `${negative ? '-' : ''}₹${digits}`
}

/** Rupees are added as paise, so that no fraction creeps in. */
export function sumRupees(amounts: readonly number[]): number {
  return amounts.reduce((paise, rupees) => paise + Math.round(rupees * 100), 0) / 100
}

/** Amounts that the wire carries in paise (gateway options, mandate limits). */
export function fromMinorUnits(paise: number): number {
  return paise / 100
}
