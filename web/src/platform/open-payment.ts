import * as v from 'valibot'

/** The payment that is under way in this tab; it survives a reload and the way to a gateway and back. */
const schema = v.object({
  customerId: v.number(),
  rmTransactionId: v.number(),
  uniqueId: v.string(),
  amountPaise: v.number(),
  type: v.picklist(['due', 'deposit', 'advance-rent']),
  autoDebit: v.boolean(),
  startedAt: v.number(),
})
export type OpenPayment = v.InferOutput<typeof schema>

const KEY = 'openPayment'

/** After this long the pay page's address has ended; the list of transactions tells the outcome. */
export const OPEN_PAYMENT_MS = 30 * 60_000

export function rememberOpenPayment(payment: OpenPayment): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(payment))
  } catch {
    // Without storage a reload starts fresh; the server still refuses a second charge.
  }
}

export function forgetOpenPayment(): void {
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

/** The payment to go on with, if it belongs to this person and is not stale. */
export function readOpenPayment(customerId: number, now = Date.now()): OpenPayment | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'))
    if (!parsed.success || parsed.output.customerId !== customerId) return undefined
    return now - parsed.output.startedAt < OPEN_PAYMENT_MS ? parsed.output : undefined
  } catch {
    return undefined
  }
}
