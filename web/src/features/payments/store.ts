import { createStore, useStore } from '#/shared/store'
import { usePaymentRequest } from '#/state/payment-request'
import type { Transaction } from './model'
import { idle, type Payment } from './state'

const payment = createStore<Payment>(idle)

/** The one payment of this tab. */
export function currentPayment(): Payment {
  return payment.get()
}

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

export function useHasClosed(): boolean {
  return useStore(closedPayments).length > 0
}

export const watchPayment = payment.subscribe

export const setPayment = payment.set

export function usePayment(): Payment {
  return useStore(payment)
}

/** A pay button anywhere on a page keeps quiet while a payment starts. */
export function usePaymentBusy(): boolean {
  const asked = usePaymentRequest() !== undefined
  const { phase } = usePayment()
  return asked || phase === 'starting'
}
