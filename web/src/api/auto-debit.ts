import type { Client } from 'openapi-fetch'
import { api } from './client'
import { customerKey } from './keys'
import type { components, paths } from './schema'
import { unwrap } from './unwrap'

export type PaymentOption = components['schemas']['PaymentOption']

/** A way by which rent may be debited: a card, an account or a UPI id with the customer's permission. Rupees. */
export type MandateCard = components['schemas']['Card']

/** A gateway's ids are its own: two gateways may have the same. */
export const keyOf = ({ gatewayType, cardId }: MandateCard) => `${gatewayType}:${cardId}`

export type MandateCards = components['schemas']['RecurringCards']

export type EasyPaymentMeta = components['schemas']['EasyPaymentMeta']

export type SetUpBySdk = components['schemas']['MandateOptions']

/** Whether the bank has confirmed a mandate, and how it stands. */
export type Captured = components['schemas']['MandateResult']

/** By UPI, by card, or by net banking. */
export type MethodFlag = { upi: boolean } | { emandate: true }

type CheckoutOptions = Omit<components['schemas']['CheckoutOptions'], 'gatewayName'>

/** What the checkout of a payment provider is opened with; amounts in paise. */
export interface SetUpByCheckout extends CheckoutOptions {
  customer_id?: string
  method?: string
  /** Where the customer confirms the mandate: on our isolated page, as a payment is made (decision 0068). */
  pageUrl: string
}

export interface CheckoutProof {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The calls of the checkout, which the contract does not have yet; no option of the server leads to them. */
export interface CheckoutPaths {
  '/api/UserProfiles/getRazorPayOptions': {
    get: {
      parameters: { query: MethodFlag }
      responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': SetUpByCheckout } } }
    }
  }
  '/api/Payments/razorpay/captureRecurringAuthPayment': {
    post: {
      parameters: { header?: { 'Idempotency-Key'?: string } }
      requestBody: { content: { 'application/json': { razorPayResponse: CheckoutProof } } }
      responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Captured } } }
    }
  }
}

export const calls = api as unknown as Pick<Client<paths & CheckoutPaths, `${string}/${string}`>, 'GET' | 'POST'>

/** What may be set up, with its words. */
export const easyPaymentMetaQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'meta'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/advanceRentalMeta')),
})

/** The mandates of a customer, those by NACH among them. */
export const mandateCardsQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'cards'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/getRecurringCards', { params: { query: { includeNach: true } } })),
})
