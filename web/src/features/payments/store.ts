import { createStore, useStore } from '#/shared/store'
import { usePaymentRequest } from '#/state/payment-request'
import { idle, type Payment } from './state'

const payment = createStore<Payment>(idle)

/** The one payment of this tab. */
export function currentPayment(): Payment {
  return payment.get()
}

export const watchPayment = payment.subscribe

export const setPayment = payment.set

export function usePayment(): Payment {
  return useStore(payment)
}

/** Whether a payment is starting. Pay buttons anywhere on the page are busy while it does. */
export function usePaymentBusy(): boolean {
  const asked = usePaymentRequest() !== undefined
  const { phase } = usePayment()
  return asked || phase === 'starting'
}
