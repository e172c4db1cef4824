import { useSyncExternalStore } from 'react'
import { createStore } from '#/shared/store'

/** Where the payment of this tab is kept; state/open-payment reads and writes it. */
export const OPEN_PAYMENT_KEY = 'openPayment'

/** After this long the pay page's address has ended; the list of transactions tells the outcome. */
export const OPEN_PAYMENT_MS = 30 * 60_000

/**
 * Something has been opened at a gateway in this tab by this customer, and nobody knows yet what came of it. Without a
 * customer by whomsoever: the sign-in page does not know yet who comes.
 */
export function isPaymentOpen(customer?: number, now = Date.now()): boolean {
  try {
    const open = JSON.parse(window.sessionStorage.getItem(OPEN_PAYMENT_KEY) ?? 'null')
    const belongs = customer === undefined || open?.customerId === customer
    return belongs && open?.stage === 'gateway' && now - open.startedAt < OPEN_PAYMENT_MS
  } catch {
    return false
  }
}

/** Moves on whenever the payment of this tab is remembered or forgotten. */
const marks = createStore(0)

export function markMoved(): void {
  marks.set(marks.get() + 1)
}

/** `isPaymentOpen` for a screen that shows it. */
export function usePaymentOpen(customer: number): boolean {
  return useSyncExternalStore(marks.subscribe, () => isPaymentOpen(customer))
}
