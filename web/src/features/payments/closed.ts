import { createStore } from '#/shared/store'
import type { Transaction } from './model'
import type { Payment } from './state'

/** A payment that somebody has closed before it was known what became of it. */
export interface ClosedPayment extends Pick<Payment, 'request' | 'autoDebit'> {
  transaction: Transaction
  /** Whoever closed it was asked not to pay again before its outcome is known. */
  doubtful: boolean
  /** In milliseconds since the epoch. */
  closedAt: number
}

/** Those of this page load: no shell of it shows them again, and their money is still waited for. */
export const closedPayments = createStore<readonly ClosedPayment[]>([])

export function isClosed(rmTransactionId: number): boolean {
  return closedPayments.get().some(({ transaction }) => transaction.rmTransactionId === rmTransactionId)
}

/** Of one that is closed again, the last time counts. */
export function addClosed(payment: ClosedPayment): void {
  dropClosed(payment.transaction.rmTransactionId)
  closedPayments.set([...closedPayments.get(), payment])
}

export function dropClosed(rmTransactionId: number): void {
  if (!isClosed(rmTransactionId)) return
  closedPayments.set(closedPayments.get().filter(({ transaction: { rmTransactionId: id } }) => id !== rmTransactionId))
}
