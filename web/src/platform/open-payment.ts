import * as v from 'valibot'
import { OPEN_PAYMENT_KEY, OPEN_PAYMENT_MS } from './payment-mark'

const request = {
  customerId: v.number(),
  type: v.picklist(['due', 'deposit', 'advance-rent']),
  autoDebit: v.boolean(),
  startedAt: v.number(),
}
const transaction = { rmTransactionId: v.number(), uniqueId: v.string(), amountPaise: v.number() }

/**
 * The payment of this tab; it survives a reload and the way to a gateway and back. At the stage `sheet` somebody was
 * choosing how to pay, and nothing was opened; from `gateway` on money may be on its way.
 */
const schema = v.variant('stage', [
  v.object({ stage: v.literal('sheet'), ...request, transaction: v.optional(v.object(transaction)) }),
  v.object({ stage: v.literal('gateway'), ...request, transaction: v.object(transaction) }),
])
export type OpenPayment = v.InferOutput<typeof schema>

export function rememberOpenPayment(payment: OpenPayment): void {
  try {
    window.sessionStorage.setItem(OPEN_PAYMENT_KEY, JSON.stringify(payment))
  } catch {
    // Without storage a reload starts fresh; the server still refuses a second charge.
  }
}

export function forgetOpenPayment(): void {
  try {
    window.sessionStorage.removeItem(OPEN_PAYMENT_KEY)
  } catch {
    // Nothing was stored.
  }
}

/** The payment to go on with, if it belongs to this person and is not stale. */
export function readOpenPayment(customerId: number, now = Date.now()): OpenPayment | undefined {
  const open = read()
  return open?.customerId === customerId && now - open.startedAt < OPEN_PAYMENT_MS ? open : undefined
}

function read(): OpenPayment | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(window.sessionStorage.getItem(OPEN_PAYMENT_KEY) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
