import type { DashboardData } from '#/api/dashboard'
import { ApiError } from '#/api/errors'
import type { components } from '#/api/schema'
import type { Flow, FlowDraft, PRODUCTS, Refused } from '../kit/define-flow'

/** What a person has decided about handing items over. */
export interface TransferDraft extends FlowDraft {
  /** The terms were read and nothing is in the way. */
  confirmed: boolean
  /** Digits of the receiver's number typed so far. */
  mobile: string
  /** A number that turned out to be nobody's. */
  unregistered?: string
}

export const CONFIRMATION = 'transfer-ownership-confirmation'
export const PHONE = 'transfer-ownership-step-2'
export const NOT_A_USER = 'not-a-user'

export type TransferStep = typeof PRODUCTS | typeof CONFIRMATION | typeof PHONE | typeof NOT_A_USER

/** The transfer as it was raised, and the number of the new owner. */
export type TransferMade = components['schemas']['TicketMade'] & { mobile: string }

export type TransferFlow = Flow<TransferDraft, TransferStep, TransferMade>

export interface Dues {
  type: 'due' | 'deposit'
  /** Rupees. */
  amount: number
}

/** What must be paid before anything changes hands: rent first, then a missing deposit. */
export function duesOf({ totalPayableAmount, depositBalance }: DashboardData): Dues | undefined {
  if (totalPayableAmount > 0) return { type: 'due', amount: totalPayableAmount }
  return depositBalance < 0 ? { type: 'deposit', amount: -depositBalance } : undefined
}

/** Nobody has the number: a screen of its own says so. */
export function notAUser(error: Error, mobile: string): Refused<TransferDraft, TransferStep> | undefined {
  if (!(error instanceof ApiError) || typeof error.extra.destinationMobileNumber !== 'string') return undefined
  return { message: undefined, step: NOT_A_USER, change: { unregistered: mobile, mobile: '' } }
}
