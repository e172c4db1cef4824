import { createStore, useStore } from '#/shared/store'

/** The payment that a customer asked for. It has no amount, because the server computes every amount. */
export interface PaymentRequest {
  type: 'due' | 'deposit' | 'advance-rent'
  /** The customer wants auto debit set up with this payment. */
  autoDebit: boolean
  /** Months paid in advance, only for advance-rent. */
  months?: number
}

const request = createStore<PaymentRequest | undefined>(undefined)

/** Requests a payment. Any screen may call this, and the payment dialog responds. */
export function requestPayment(next: PaymentRequest): void {
  request.set(next)
}

export function clearPaymentRequest(): void {
  request.set(undefined)
}

export function usePaymentRequest(): PaymentRequest | undefined {
  return useStore(request)
}
