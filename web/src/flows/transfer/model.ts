import type { DashboardData } from '#/api/dashboard'
import { ApiError } from '#/api/errors'
import type { components } from '#/api/schema'
import type { Flow, FlowDraft, PRODUCTS, Refused } from '../kit/define-flow'

/** What the customer has chosen so far in the transfer. */
export interface TransferDraft extends FlowDraft {
  /** The customer accepted the terms, and no live request is in the way. */
  confirmed: boolean
  /** The digits of the receiver's number typed so far. */
  mobile: string
  /** A number that belongs to no customer. */
  unregistered?: string
}

export const CONFIRMATION = 'transfer-ownership-confirmation'
export const PHONE = 'transfer-ownership-step-2'
export const NOT_A_USER = 'not-a-user'

export type TransferStep = typeof PRODUCTS | typeof CONFIRMATION | typeof PHONE | typeof NOT_A_USER

/** The raised transfer, and the number of the new owner. */
export type TransferMade = components['schemas']['TicketMade'] & { mobile: string }

export type TransferFlow = Flow<TransferDraft, TransferStep, TransferMade>

export interface Dues {
  type: 'due' | 'deposit'
  /** Rupees. */
  amount: number
}

/** What must be paid before items change hands: rent first, then a missing deposit. */
export function duesOf({ totalPayableAmount, depositBalance }: DashboardData): Dues | undefined {
  if (totalPayableAmount > 0) return { type: 'due', amount: totalPayableAmount }
  return depositBalance < 0 ? { type: 'deposit', amount: -depositBalance } : undefined
}

/** If no customer has the number, the flow shows the step that says so. */
export function notAUser(error: Error, mobile: string): Refused<TransferDraft, TransferStep> | undefined {
  if (!(error instanceof ApiError) || typeof error.extra.destinationMobileNumber !== 'string') return undefined
  return { message: undefined, step: NOT_A_USER, change: { unregistered: mobile, mobile: '' } }
}
