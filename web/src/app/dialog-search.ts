import { flowNames } from '#/kit/flow-names'

/** What `requestType` opens: the list of requests, or a flow. */
export const requestDialogs = ['create-new-request', ...flowNames] as const
export type RequestDialog = (typeof requestDialogs)[number]

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

const ticketViews = ['revoke', 'reschedule', 'cancel', 'address', 'new-address'] as const
export type TicketView = (typeof ticketViews)[number]

/** Every query key that opens, controls or closes a dialog. Other keys pass through unchanged. */
export interface DialogSearch {
  requestType?: RequestDialog
  requestStep?: string
  paymentMode?: 'easy-payment'
  paymentType?: (typeof paymentTypes)[number]
  paymentStep?: PaymentStep
  showAutoDebit?: 'true'
  notInterested?: 'true'
  showSettlement?: 'true'
  openChat?: string
  newaddress?: 'true'
  ticketId?: string
  ticketView?: TicketView
  whyAmount?: 'true'
  /** An agreed extension: the id of its item, and its first day if the item has several: 12-2027-01-16. */
  extension?: string
  /** The flow that led to the extension and goes on after it. */
  extensionFor?: 'close-subscription'
  [other: string]: string | undefined
}

const STEP = /^[a-z0-9-]{1,60}$/

const known: Record<string, (value: string) => boolean> = {
  requestType: oneOf(requestDialogs),
  requestStep: (value) => STEP.test(value),
  paymentMode: oneOf(['easy-payment']),
  paymentType: oneOf(paymentTypes),
  paymentStep: oneOf(paymentSteps),
  showAutoDebit: oneOf(['true']),
  notInterested: oneOf(['true']),
  showSettlement: oneOf(['true']),
  newaddress: oneOf(['true']),
  ticketView: oneOf(ticketViews),
  whyAmount: oneOf(['true']),
  extension: (value) => /^\d{1,18}(-\d{4}-\d\d-\d\d)?$/.test(value),
  extensionFor: oneOf(['close-subscription']),
  openChat: (value) => value !== 'false',
}

function oneOf(values: readonly string[]) {
  return (value: string) => values.includes(value)
}

/** A dialog key with an invalid value is dropped, as if the link did not have it. */
export function parseDialogSearch(search: Record<string, unknown>): DialogSearch {
  const found: DialogSearch = {}
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' && (known[key]?.(value) ?? true)) found[key] = value
  }
  return found
}

/** The keys that closing a dialog removes. The help widget removes openChat itself. */
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
  'ticketId',
  'ticketView',
  'whyAmount',
  'extension',
  'extensionFor',
] as const

export type DialogView =
  | { name: 'settlement' }
  | { name: 'auto-debit-promo'; notInterested: boolean }
  | { name: 'easy-payment'; step: PaymentStep | undefined }
  | { name: RequestDialog; step: string | undefined }
  | { name: 'ticket'; step: TicketView | undefined }
  | { name: 'why-amount' }
  | { name: 'extension'; step: string; returns: boolean }

/**
 * The one dialog that a query asks for. Two keys at once come from hand-made links.
 * Then the dialog nearest to money wins, so that no due is hidden behind a request.
 */
export function dialogView(search: DialogSearch): DialogView | undefined {
  if (search.showSettlement) return { name: 'settlement' }
  if (search.showAutoDebit) return { name: 'auto-debit-promo', notInterested: Boolean(search.notInterested) }
  if (search.paymentMode) return { name: 'easy-payment', step: search.paymentStep ?? search.paymentType }
  if (search.requestType) return { name: search.requestType, step: addressStep(search) ?? search.requestStep }
  if (search.ticketId) return { name: 'ticket', step: search.ticketView }
  if (search.extension) return { name: 'extension', step: search.extension, returns: Boolean(search.extensionFor) }
  return search.whyAmount && { name: 'why-amount' }
}

/** newaddress opens the form inside the screen that lists the addresses. Without it, the list is back. */
const formOf: Readonly<Record<string, string>> = {
  'confirm-your-location': 'add-new-location',
  'choose-pickup-location': 'add-new-pickup-location',
  'choose-drop-location': 'add-new-drop-location',
}

function addressStep({ newaddress, requestStep = '' }: DialogSearch): string | undefined {
  return newaddress && formOf[requestStep]
}

/** The same query without any dialog key. */
export function withoutDialog<T extends Record<string, unknown>>(search: T): T {
  const rest = { ...search }
  for (const key of dialogKeys) delete rest[key]
  return rest
}
