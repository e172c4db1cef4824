import { useSyncExternalStore } from 'react'
import { createStore } from '#/shared/store'

/** Where the payment of this tab is kept; state/open-payment reads and writes it. */
export const OPEN_PAYMENT_KEY = 'openPayment'

/** After this long the pay page's address has ended; the list of transactions tells the outcome. */
export const OPEN_PAYMENT_MS = 30 * 60_000

/** Something has been opened at a gateway in this tab, and nobody knows yet what came of it, whoever it belongs to. */
export function isPaymentOpen(now = Date.now()): boolean {
  try {
    const open = JSON.parse(window.sessionStorage.getItem(OPEN_PAYMENT_KEY) ?? 'null')
    return open?.stage === 'gateway' && now - open.startedAt < OPEN_PAYMENT_MS
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
export function usePaymentOpen(): boolean {
  return useSyncExternalStore(marks.subscribe, () => isPaymentOpen())
}
