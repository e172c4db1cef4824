import type { PaymentRequest } from '#/state/payment-request'
import type { Gateway, Transaction } from './model'

export const phases = [
  'idle',
  'choosing',
  'starting',
  'waiting',
  'confirming',
  'done',
  'failed',
  'unknown',
  'nothingDue',
] as const
export type Phase = (typeof phases)[number]

/** Where the customer pays: in a frame on this page, in a separate window, or in another app on the phone. */
export type OpenedIn = 'frame' | 'popup' | 'app'

/**
 * Why the outcome is not known.
 * `left`: the customer left the gateway.
 * `silent`: the payment may have been made (for example, the gateway said "success"), but no answer
 * came in time.
 * `earlier`: an earlier payment is undecided.
 * `pending`: the gateway holds an earlier payment.
 * `unpaid`: the gateway was asked and has no payment.
 */
export type UnknownReason = 'left' | 'silent' | 'earlier' | 'pending' | 'unpaid'

/** Whether the customer may go on. They may not while the payment may have been made unnoticed. */
export function mayRetry(unknownReason: UnknownReason): boolean {
  return unknownReason !== 'silent' && unknownReason !== 'earlier'
}

export interface Payment {
  phase: Phase
  request: PaymentRequest
  /** The customer wants auto debit: the dialog offers ways to set up auto debit instead of gateways. */
  autoDebit: boolean
  /** The dialog first says that auto debit is about to debit the same dues. */
  autoDebitActive: boolean
  /** The wallet pays the whole amount, and the dialog says so before it happens. */
  covered: boolean
  /** The dialog is on screen. It stays open while something starts. */
  dialog: boolean
  transaction?: Transaction
  gateways: Gateway[]
  openedIn?: OpenedIn
  gatewayName?: string
  message?: string
  /** A retry cannot help, because the server answered that this payment is not available. */
  final?: boolean
  /** The payment is refunded, because nothing was due for it any more. */
  returned?: boolean
  unknownReason?: UnknownReason
  /** When the gateway began to hold the payment, in milliseconds since the epoch. */
  since?: number
}

export const idle: Payment = {
  phase: 'idle',
  request: { type: 'due', autoDebit: false },
  autoDebit: false,
  autoDebitActive: false,
  covered: false,
  dialog: false,
  gateways: [],
}
