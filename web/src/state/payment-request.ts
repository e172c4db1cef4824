import { createStore, useStore } from '#/shared/store'

/** What a person asked to pay. The amount is never part of it: the server computes every amount. */
export interface PaymentRequest {
  type: 'due' | 'deposit' | 'advance-rent'
  /** The person wants auto debit set up with this payment. */
  autoDebit: boolean
  /** Months paid in advance; only for advance-rent. */
  months?: number
}

const request = createStore<PaymentRequest | undefined>(undefined)

/** Any screen may ask for a payment; the payment dialog answers. */
export function requestPayment(next: PaymentRequest): void {
  request.set(next)
}

export function clearPaymentRequest(): void {
  request.set(undefined)
}

export function usePaymentRequest(): PaymentRequest | undefined {
  return useStore(request)
}
