import type { Captured, MethodFlag } from '#/api/auto-debit'
import { api } from '#/api/client'
import { type IntentHeaders, once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import type { PaymentMessage } from './payment-window'

/** A mandate that the customer still has to confirm. */
export interface StartedMandate {
  cardId: string
  /** The URL of the isolated page on which the customer confirms the mandate. */
  pageUrl: string
  /**
   * Sends the gateway's result to the server, which checks it.
   * Returns undefined if the message has no result, because our own page has sent it already.
   */
  capture(message: PaymentMessage): Promise<Captured> | undefined
}

/** How auto debit is set up at a gateway. */
export interface MandateGateway {
  /** A frame on this page, or a separate window, which must be opened inside the click handler. */
  checkout: 'frame' | 'window'
  /** Begins a mandate by `upi`, `card` or `emandate` (net banking). */
  begin(paymentMethod: string): Promise<StartedMandate>
}

const UPI = 'upi'
const NET_BANKING = 'emandate'

const flagOf = (paymentMethod: string): MethodFlag =>
  paymentMethod === NET_BANKING ? { emandate: true } : { upi: paymentMethod === UPI }

const captured = (proof: string, call: (headers: IntentHeaders) => Promise<Captured>) =>
  once('capture-mandate', proof, call)

export async function mandateByCheckout(paymentMethod: string): Promise<StartedMandate> {
  const query = flagOf(paymentMethod)
  const { cardId, pageUrl } = await unwrap(api.GET('/api/UserProfiles/getRazorPayOptions', { params: { query } }))
  return {
    cardId,
    pageUrl,
    capture({ razorpay_payment_id, razorpay_order_id, razorpay_signature }) {
      if (!razorpay_payment_id || !razorpay_order_id || !razorpay_signature) return undefined
      const body = { razorPayResponse: { razorpay_payment_id, razorpay_order_id, razorpay_signature } }
      return captured(razorpay_payment_id, (headers) =>
        unwrap(api.POST('/api/Payments/razorpay/captureRecurringAuthPayment', { headers, body })),
      )
    },
  }
}

export async function mandateBySdk(paymentMethod: string): Promise<StartedMandate> {
  const query = flagOf(paymentMethod)
  const { cardId, pageUrl, bdOrderId } = await unwrap(
    api.GET('/api/UserProfiles/getBilldeskOptions', { params: { query } }),
  )
  return {
    cardId,
    pageUrl,
    capture({ mandate_response, transaction_response }) {
      const txnResponse = mandate_response ?? transaction_response
      if (!txnResponse) return undefined
      const body = { billDeskResponse: { bdOrderId, txnResponse } }
      return captured(bdOrderId, (headers) =>
        unwrap(api.POST('/api/Payments/billdesk/captureBilldeskRecurringAuthToken', { headers, body })),
      )
    },
  }
}
