import type { Client } from 'openapi-fetch'
import { api } from './client'
import { NotAvailableError } from './errors'
import { customerKey } from './keys'
import type { components } from './schema'
import { unwrap } from './unwrap'

// The calls of auto debit as the contract has them. Once api/openapi.yaml has them too, the types come from the schema,
// `calls` is `api`, `offered` goes, and nothing outside of this file changes.

export type PaymentOption = components['schemas']['PaymentOption']

/** What a gateway tells of a card, account or UPI id. */
interface CardMetaData {
  last4?: string
  masked_value?: string
  end_date?: string
  expiry_month?: string
  expiry_year?: string
  /** Paise. */
  max_amount?: number
  vpa?: string
}

/** A way by which rent may be debited: a card, an account or a UPI id with the customer's permission. Rupees. */
export interface MandateCard {
  cardId: string
  gatewayType: string
  paymentGateway: string
  /** Such as UPI or Card: fit to be shown in English. */
  paymentMethod: string
  /** The same as a word: upi, card, emandate or nach. */
  method?: string
  /** Only a confirmed one is debited; the bank has not said yes to one that is initiated. */
  status?: 'initiated' | 'confirmed' | 'rejected' | 'paused' | 'cancelling' | 'cancelled' | 'expired'
  cardName?: string
  /** Its last digits. */
  cardNumber?: string
  expDate?: string
  mandateAmount?: number
  upi?: string
  amount?: number
  metaData: CardMetaData
}

/** A gateway's ids are its own: two gateways may have the same. */
export const keyOf = ({ gatewayType, cardId }: MandateCard) => `${gatewayType}:${cardId}`

export interface MandateCards {
  cards: MandateCard[]
  activeCardId?: string
  activeGatewayType?: string
}

export interface EasyPaymentMeta {
  advanceRental: { discountText: string; description: string; about: string[] }
  autoDebit: {
    description: string
    /** Of the description, under which faults.json and its translations have it; so are those of about. */
    descriptionCode?: string
    about: string[]
    aboutCodes?: string[]
    paymentOptions: PaymentOption[]
  }
  /** Rupees that can be debited at once at most. */
  maxAmount: number
  /** Rupees of a month of all that is rented. */
  liveItemInvoiceAmount: number
}

/** Where the customer confirms a mandate: on our isolated page, as a payment is made (decision 0068). */
interface OnPayPage {
  pageUrl: string
}

type CheckoutOptions = Omit<components['schemas']['CheckoutOptions'], 'gatewayName'>

/** What the checkout of a payment provider is opened with; amounts in paise. */
export interface SetUpByCheckout extends CheckoutOptions, OnPayPage {
  customer_id?: string
  method?: string
}

export interface SetUpBySdk extends OnPayPage {
  merchantId: string
  bdOrderId: string
  authToken: string
  /** Paise. */
  amount: number
  scriptUrl: string
  styleUrl: string
  returnUrl: string
}

interface Ok {
  success: boolean
  message?: string
}

export interface Captured extends Ok {
  card: MandateCard
}

interface Answered<Body> {
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Body } } }
}

interface Get<Query, Body> {
  get: { parameters: Query } & Answered<Body>
}

interface Post<Sent, Body> {
  post: {
    parameters: { header?: { 'Idempotency-Key'?: string } }
    requestBody: { content: { 'application/json': Sent } }
  } & Answered<Body>
}

/** By UPI, by card, or by net banking. */
export type MethodFlag = { upi: boolean } | { emandate: true }

export interface CheckoutProof {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface SdkProof {
  bdOrderId: string
  txnResponse: string
}

export interface AutoDebitPaths {
  '/api/Dashboards/getRecurringCards': Get<{ query: { includeNach: true } }, MandateCards>
  '/api/Dashboards/advanceRentalMeta': Get<{ query?: never }, EasyPaymentMeta>
  '/api/Dashboards/setActiveCard': Post<{ gatewayType: string; customerCardId: string }, Ok>
  '/api/Dashboards/cancelMandate': Post<{ cardId: string; paymentGateway: string }, Ok>
  '/api/UserProfiles/getBilldeskOptions': Get<{ query: MethodFlag }, SetUpBySdk>
  '/api/UserProfiles/getRazorPayOptions': Get<{ query: MethodFlag }, SetUpByCheckout>
  '/api/Payments/razorpay/captureRecurringAuthPayment': Post<{ razorPayResponse: CheckoutProof }, Captured>
  '/api/Payments/billdesk/captureBilldeskRecurringAuthToken': Post<{ billDeskResponse: SdkProof }, Captured>
}

export const calls = api as unknown as Pick<Client<AutoDebitPaths, `${string}/${string}`>, 'GET' | 'POST'>

/** A server without the call offers nothing. */
async function offered<T>(answer: Promise<T>, nothing: T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NotAvailableError) return nothing
    throw error
  }
}

const nothing: EasyPaymentMeta = {
  advanceRental: { discountText: '', description: '', about: [] },
  autoDebit: { description: '', about: [], paymentOptions: [] },
  maxAmount: 0,
  liveItemInvoiceAmount: 0,
}

/** What may be set up, with its words. */
export const easyPaymentMetaQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'meta'),
  queryFn: () => offered(unwrap(calls.GET('/api/Dashboards/advanceRentalMeta')), nothing),
})

/** The mandates of a customer, those by NACH among them. */
export const mandateCardsQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'cards'),
  queryFn: () =>
    offered(unwrap(calls.GET('/api/Dashboards/getRecurringCards', { params: { query: { includeNach: true } } })), {
      cards: [],
    }),
})
