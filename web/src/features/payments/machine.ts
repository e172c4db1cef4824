import type { PaymentRequest } from '#/state/payment-request'
import type { Gateway, Transaction } from './model'

import { idle, type OpenedIn, type Payment, type Phase, type UnknownReason } from './state'

export type PaymentEvent =
  | {
      type: 'ask'
      request: PaymentRequest
      autoDebitActive: boolean
      /** By the figures on screen, the wallet pays the whole amount. */
      covered?: boolean
      /** By the figures on screen, nothing of this kind is due. */
      nothingDue?: boolean
      /** The transaction of the same payment, if it is already known. */
      transaction?: Transaction
    }
  | { type: 'start'; autoDebit: boolean }
  | { type: 'created'; transaction: Transaction }
  | { type: 'offered'; gateways: Gateway[] }
  | { type: 'opened'; openedIn: OpenedIn; gatewayName?: string }
  /** The gateway's page has ended. `unknownReason` says what stays unknown until the server has answered. */
  | { type: 'reported'; unknownReason?: UnknownReason }
  | { type: 'paid' }
  | { type: 'refused'; message: string; final?: boolean }
  | { type: 'outcomeUnknown'; unknownReason: UnknownReason; since?: number }
  /** The server said that there is nothing to pay. */
  | { type: 'nothingDue' }
  /** Money arrived when nothing was due for it any more, so it is refunded. */
  | { type: 'returned' }
  | { type: 'check' }
  | { type: 'resume'; request: PaymentRequest; transaction: Transaction; unknownReason?: UnknownReason }
  | { type: 'leave' }

/** The events that each phase accepts. Others, such as a second click or a late message, are ignored. */
export const accepts: Record<Phase, readonly PaymentEvent['type'][]> = {
  idle: ['ask', 'resume'],
  choosing: ['start', 'paid', 'returned', 'leave'],
  starting: ['created', 'offered', 'opened', 'paid', 'returned', 'refused', 'outcomeUnknown', 'nothingDue'],
  waiting: ['reported', 'paid', 'returned', 'refused', 'outcomeUnknown'],
  confirming: ['paid', 'returned', 'refused', 'outcomeUnknown'],
  done: ['leave'],
  failed: ['start', 'paid', 'returned', 'leave'],
  unknown: ['check', 'start', 'paid', 'returned', 'refused', 'leave'],
  nothingDue: ['leave'],
}

export function reduce(payment: Payment, event: PaymentEvent): Payment {
  return accepts[payment.phase].includes(event.type) ? apply(payment, event) : payment
}

function apply(payment: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case 'ask':
      return asked(event)
    case 'start':
      return {
        ...payment,
        phase: 'starting',
        autoDebit: event.autoDebit,
        message: undefined,
        unknownReason: undefined,
        since: undefined,
      }
    case 'created':
      return { ...payment, transaction: event.transaction }
    case 'offered':
      return {
        ...payment,
        phase: 'choosing',
        dialog: true,
        autoDebit: false,
        autoDebitActive: false,
        covered: false,
        gateways: event.gateways,
      }
    case 'opened':
      return { ...payment, phase: 'waiting', dialog: false, openedIn: event.openedIn, gatewayName: event.gatewayName }
    case 'reported':
      return { ...payment, phase: 'confirming', dialog: false, unknownReason: event.unknownReason }
    case 'check':
      return { ...payment, phase: 'confirming', dialog: false }
    case 'paid':
      return { ...payment, phase: 'done', dialog: false }
    case 'refused':
      return { ...payment, phase: 'failed', dialog: false, message: event.message, final: event.final }
    case 'outcomeUnknown':
      return { ...payment, phase: 'unknown', dialog: false, unknownReason: event.unknownReason, since: event.since }
    case 'nothingDue':
      return { ...payment, phase: 'nothingDue', dialog: false }
    case 'returned':
      return { ...payment, phase: 'nothingDue', dialog: false, returned: true }
    case 'resume':
      return {
        ...idle,
        phase: 'confirming',
        request: event.request,
        autoDebit: event.request.autoDebit,
        transaction: event.transaction,
        unknownReason: event.unknownReason,
      }
    case 'leave':
      return idle
  }
}

/**
 * The dialog opens to set up auto debit, to warn that auto debit is already active, and to say that the
 * wallet pays. These views show the figures on screen, so they need something to pay.
 * Any other payment starts at once, and the server says what is due.
 */
function asked({
  request,
  autoDebitActive,
  covered = false,
  nothingDue,
  transaction,
}: Extract<PaymentEvent, { type: 'ask' }>): Payment {
  const dialog = request.autoDebit || autoDebitActive || covered
  const payment = { ...idle, request, transaction, autoDebit: request.autoDebit, autoDebitActive, covered }
  if (!dialog) return { ...payment, phase: 'starting' }
  return nothingDue ? { ...payment, phase: 'nothingDue' } : { ...payment, phase: 'choosing', dialog }
}
