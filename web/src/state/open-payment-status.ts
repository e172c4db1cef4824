import { useSyncExternalStore } from 'react'
import { createStore } from '#/shared/store'

/** The storage key of this tab's payment. state/open-payment reads and writes it. */
export const OPEN_PAYMENT_KEY = 'openPayment'

/** After this many milliseconds the pay page's URL has expired. The transactions show the outcome. */
export const OPEN_PAYMENT_MS = 30 * 60_000

/**
 * Whether this customer opened a payment at a gateway in this tab and nobody knows its outcome yet.
 * Without `customer`, anybody's payment counts, because the sign-in page does not know yet who signs in.
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

/** Changes whenever the payment of this tab is stored or forgotten. */
const changes = createStore(0)

export function openPaymentChanged(): void {
  changes.set(changes.get() + 1)
}

/** `isPaymentOpen` as a hook. */
export function usePaymentOpen(customer: number): boolean {
  return useSyncExternalStore(changes.subscribe, () => isPaymentOpen(customer))
}
