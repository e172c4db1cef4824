import { createStore } from '#/shared/store'
import type { Transaction } from './model'
import type { Payment } from './state'

/** A payment that the customer closed before its outcome was known. */
export interface BackgroundPayment extends Pick<Payment, 'request' | 'autoDebit'> {
  transaction: Transaction
  /** The customer was asked not to pay again before the outcome is known. */
  retryBlocked: boolean
  /** Milliseconds since the epoch. */
  closedAt: number
}

/**
 * The closed payments of this page load. No screen shows them again, but their money may still arrive, so the
 * app keeps checking them.
 */
export const backgroundPayments = createStore<readonly BackgroundPayment[]>([])

export function isInBackground(rmTransactionId: number): boolean {
  return backgroundPayments.get().some(({ transaction }) => transaction.rmTransactionId === rmTransactionId)
}

/** Adds a closed payment. If the same payment was closed before, only the last time counts. */
export function addBackgroundPayment(payment: BackgroundPayment): void {
  removeBackgroundPayment(payment.transaction.rmTransactionId)
  backgroundPayments.set([...backgroundPayments.get(), payment])
}

export function removeBackgroundPayment(rmTransactionId: number): void {
  if (!isInBackground(rmTransactionId)) return
  backgroundPayments.set(
    backgroundPayments.get().filter(({ transaction: { rmTransactionId: id } }) => id !== rmTransactionId),
  )
}
