/** What a customer has; a change names the kinds that it changes. */
export type Kind =
  | 'addresses'
  | 'advance-rent'
  | 'auto-debit'
  | 'chat'
  | 'closure-amounts'
  | 'consents'
  | 'contacts'
  | 'dashboard'
  | 'deposit'
  | 'extension'
  | 'invoices'
  | 'kyc'
  | 'messages'
  | 'notifications'
  | 'papers'
  | 'places'
  | 'referrals'
  | 'refund'
  | 'requests'
  | 'revocation'
  | 'sessions'
  | 'slots'
  | 'subscriptions'
  | 'transfers'
  | 'wallet'

/** What no change of a customer's data outdates: fixed for the visit, the browser's or a map's, or asked for by itself. */
type Fixed = 'app-config' | 'b2b' | 'feedback' | 'map-home' | 'payment-options' | 'static-variables' | 'street-search'

/** The key of a customer's data. Without details it is of the whole kind, without a kind of all that they have. */
export const customerKey = (customer: number, ...of: [] | [kind: Kind, ...details: unknown[]]) =>
  ['customer', customer, ...of] as const

/** Long enough for a page to draw what its route has just asked for, without asking again. */
export const JUST_ASKED_MS = 5000

export const fixedKey = (kind: Fixed, ...details: unknown[]) => [kind, ...details] as const
