import * as v from 'valibot'

export const requestTypes = [
  'create-new-request',
  'repair-request',
  'relocate-subscription',
  'transfer-ownership',
  'close-subscription',
  'extend-subscription',
] as const
export type RequestType = (typeof requestTypes)[number]

export const paymentTypes = ['auto-debit', 'advance-rental'] as const

export const paymentSteps = [
  'advance-rental',
  'auto-debit',
  'advance-rental-know-more',
  'auto-debit-know-more',
  'auto-debit-add-new-payment-mode',
  'auto-debit-payment-confirmation',
  'auto-debit-change-payment-mode',
  'advance-rental-package',
  'remove-auto-debit',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

/** A key with a value that means nothing is treated as absent; keys of others pass through untouched. */
function tolerant<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined)
}

const shownWhenTrue = tolerant(v.literal('true'))

/** Every query key that opens, steers or closes a dialog. Valid on each route. */
export const dialogSearchSchema = v.looseObject({
  requestType: tolerant(v.picklist(requestTypes)),
  requestStep: tolerant(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/))),
  paymentMode: tolerant(v.literal('easy-payment')),
  paymentType: tolerant(v.picklist(paymentTypes)),
  paymentStep: tolerant(v.picklist(paymentSteps)),
  showAutoDebit: shownWhenTrue,
  notInterested: shownWhenTrue,
  showSettlement: shownWhenTrue,
  openChat: tolerant(v.string()),
  newaddress: shownWhenTrue,
})

export type DialogSearch = v.InferOutput<typeof dialogSearchSchema>

/** What closing a dialog removes. openChat belongs to the help widget, which removes it itself. */
export const dialogKeys = [
  'requestType',
  'requestStep',
  'paymentMode',
  'paymentType',
  'paymentStep',
  'showAutoDebit',
  'notInterested',
  'showSettlement',
  'newaddress',
] as const satisfies (keyof DialogSearch)[]

export type DialogView =
  | { name: 'settlement' }
  | { name: 'auto-debit-promo'; notInterested: boolean }
  | { name: 'easy-payment'; step: PaymentStep | undefined }
  | { name: RequestType; step: string | undefined }

/**
 * The one dialog that a query asks for. Two keys at once come from hand-made links;
 * the dialog nearest to money wins, so that no due is hidden behind a request.
 */
export function dialogView(search: DialogSearch): DialogView | undefined {
  if (search.showSettlement) return { name: 'settlement' }
  if (search.showAutoDebit) return { name: 'auto-debit-promo', notInterested: Boolean(search.notInterested) }
  if (search.paymentMode) return { name: 'easy-payment', step: search.paymentStep ?? search.paymentType }
  if (search.requestType) return { name: search.requestType, step: search.requestStep }
  return undefined
}

/** The same query without any dialog key. */
export function withoutDialog<T extends Record<string, unknown>>(search: T): T {
  const rest = { ...search }
  for (const key of dialogKeys) delete rest[key]
  return rest
}
