import { api } from './client'
import { customerKey } from './keys'
import type { components } from './schema'
import { unwrap } from './unwrap'

export type PaymentOption = components['schemas']['PaymentOption']

/** A way by which rent may be debited: a card, an account or a UPI id with the customer's permission. Rupees. */
export type MandateCard = components['schemas']['MandateCard']

/** A gateway's ids are its own: two gateways may have the same. */
export const keyOf = ({ gatewayType, cardId }: MandateCard) => `${gatewayType}:${cardId}`

export type MandateCards = components['schemas']['RecurringCards']

export type EasyPaymentMeta = components['schemas']['EasyPaymentMeta']

export type SetUpBySdk = components['schemas']['MandateOptions']

/** Whether the bank has confirmed a mandate, and how it stands. */
export type Captured = components['schemas']['MandateResult']

/** By UPI, by card, or by net banking. */
export type MethodFlag = { upi: boolean } | { emandate: true }

/** What the checkout of a payment provider is opened with; amounts in paise. */
export type SetUpByCheckout = components['schemas']['CheckoutMandateOptions']

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
