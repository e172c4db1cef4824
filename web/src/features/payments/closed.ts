import { createStore } from '#/shared/store'
import type { Transaction } from './model'
import type { Payment } from './state'

/** A payment that the customer closed before its outcome was known. */
export interface ClosedPayment extends Pick<Payment, 'request' | 'autoDebit'> {
  transaction: Transaction
  /** The customer was asked not to pay again before the outcome is known. */
  doubtful: boolean
  /** Milliseconds since the epoch. */
  closedAt: number
}

/** The closed payments of this page load. No screen shows them again, but their money may still arrive. */
export const closedPayments = createStore<readonly ClosedPayment[]>([])

export function isClosed(rmTransactionId: number): boolean {
  return closedPayments.get().some(({ transaction }) => transaction.rmTransactionId === rmTransactionId)
}

/** Adds a closed payment. If the same payment was closed before, only the last time counts. */
export function addClosed(payment: ClosedPayment): void {
  dropClosed(payment.transaction.rmTransactionId)
  closedPayments.set([...closedPayments.get(), payment])
}

export function dropClosed(rmTransactionId: number): void {
  if (!isClosed(rmTransactionId)) return
  closedPayments.set(closedPayments.get().filter(({ transaction: { rmTransactionId: id } }) => id !== rmTransactionId))
}
