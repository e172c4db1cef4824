/** The kinds of data that a customer has. A mutation names the kinds that it changes. */
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

/**
 * Queries that no change of a customer's data affects: fixed for the visit, of the browser or a map,
 * or fetched separately.
 */
type Fixed =
  | 'app-config'
  | 'b2b'
  | 'feedback'
  | 'location-permission'
  | 'map-home'
  | 'payment-options'
  | 'static-variables'
  | 'street-search'

/** The query key of a customer's data. Without details it covers the kind, without a kind everything. */
export const customerKey = (customer: number, ...of: [] | [kind: Kind, ...details: unknown[]]) =>
  ['customer', customer, ...of] as const

/** Long enough, in ms, for a page to render what its route has just fetched, without another request. */
export const JUST_ASKED_MS = 5000

export const fixedKey = (kind: Fixed, ...details: unknown[]) => [kind, ...details] as const
