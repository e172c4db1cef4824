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
  'clear',
] as const
export type Phase = (typeof phases)[number]

/** Where the person pays: a frame on this page, a window of its own, or another app on the phone. */
export type Venue = 'frame' | 'popup' | 'app'

/**
 * Why the outcome is not known: the person left the gateway; the gateway said "success" and nobody has answered in time;
 * an earlier payment is undecided; the gateway holds it. At `unpaid` the gateway was asked, and has no payment.
 */
export type Doubt = 'left' | 'silent' | 'earlier' | 'pending' | 'unpaid'

/** Whether somebody may go on with the payment: not while it may have been paid without a word to us. */
export function mayGoOn(doubt: Doubt): boolean {
  return doubt !== 'silent' && doubt !== 'earlier'
}

export interface Payment {
  phase: Phase
  request: PaymentRequest
  /** The auto-debit preference: the dialog then offers ways to set up auto debit instead of gateways. */
  autoDebit: boolean
  /** The first view of the dialog while auto debit is about to debit the same dues. */
  autoDebitActive: boolean
  /** The dialog names the wallet, which pays all of it, before it happens. */
  covered: boolean
  /** The dialog is on screen, also while something starts. */
  dialog: boolean
  transaction?: Transaction
  gateways: Gateway[]
  venue?: Venue
  gatewayName?: string
  message?: string
  /** Trying the same again cannot help: the server has said that it never will. */
  final?: boolean
  /** What was paid goes back: nothing was due for it any more. */
  returned?: boolean
  doubt?: Doubt
  /** Since when the gateway has been holding the payment, in milliseconds since the epoch. */
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
