import { api } from './client'
import { customerKey } from './keys'
import type { components } from './schema'
import { unwrap } from './unwrap'

export type PaymentOption = components['schemas']['PaymentOption']

/** A way to debit rent with the customer's permission: a card, an account or a UPI id. Amounts in rupees. */
export type MandateCard = components['schemas']['MandateCard']

/** Each gateway assigns its own ids, so two gateways may use the same id. */
export const keyOf = ({ gatewayType, cardId }: MandateCard) => `${gatewayType}:${cardId}`

export type MandateCards = components['schemas']['RecurringCards']

export type EasyPaymentMeta = components['schemas']['EasyPaymentMeta']

export type SetUpBySdk = components['schemas']['MandateOptions']

/** Whether the bank has confirmed a mandate, and the state of the mandate. */
export type Captured = components['schemas']['MandateResult']

/** Selects UPI, card (`upi: false`) or net banking. */
export type MethodFlag = { upi: boolean } | { emandate: true }

/** The options for a payment provider's checkout. Amounts are in paise. */
export type SetUpByCheckout = components['schemas']['CheckoutMandateOptions']

/** What can be set up (auto debit, rent in advance), with its texts. */
export const easyPaymentMetaQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'meta'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/advanceRentalMeta')),
})

/** The mandates of a customer, including those by NACH. */
export const mandateCardsQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'auto-debit', 'cards'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/getRecurringCards', { params: { query: { includeNach: true } } })),
})

/** Asks the bank now about a mandate that it has yet to decide. */
export const checkMandate = (cardId: string): Promise<Captured> =>
  unwrap(api.POST('/api/Dashboards/checkMandate', { body: { cardId } }))
