import { usePaymentRequest } from '#/platform/payment-request'
import { createStore, useStore } from '#/shared/store'
import { idle, type Payment, type PaymentEvent, reduce } from './machine'

const payment = createStore<Payment>(idle)

/** The one payment of this tab. */
export function currentPayment(): Payment {
  return payment.get()
}

export const watchPayment = payment.subscribe

/** Applies an event; false when it means nothing in the present phase. */
export function dispatch(event: PaymentEvent): boolean {
  const next = reduce(payment.get(), event)
  if (next === payment.get()) return false
  payment.set(next)
  return true
}

export function usePayment(): Payment {
  return useStore(payment)
}

/** A pay button anywhere on a page keeps quiet while a payment starts. */
export function usePaymentBusy(): boolean {
  const asked = usePaymentRequest() !== undefined
  const { phase } = usePayment()
  return asked || phase === 'starting'
}
