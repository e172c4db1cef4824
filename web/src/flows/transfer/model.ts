import type { DashboardData } from '#/api/dashboard'
import { ApiError } from '#/api/errors'
import { CREATED, type FlowStep, PRODUCTS, type useFlow } from '#/features/requests/flow'

export const TOTAL_STEPS = 2

/** What a person has decided about handing items over. */
export interface TransferDraft {
  /** Ids of the items. */
  chosen: number[]
  /** The terms were read and nothing is in the way. */
  confirmed: boolean
  /** Digits of the receiver's number typed so far. */
  mobile: string
  /** Of one try with this number: a repetition acts once. */
  key: string
  /** A number that turned out to be nobody's. */
  unregistered?: string
  /** Why the server refused it, shown where it can be mended. */
  refusal?: string
  /** The request has been raised. */
  made?: boolean
}

export const startOfTransfer: TransferDraft = { chosen: [], confirmed: false, mobile: '', key: '' }

export const CONFIRMATION = 'transfer-ownership-confirmation'
export const PHONE = 'transfer-ownership-step-2'
export const NOT_A_USER = 'not-a-user'

const hasItems = ({ chosen }: TransferDraft) => chosen.length > 0

export const transferSteps = {
  [PRODUCTS]: { progress: 1, opens: () => true },
  [CONFIRMATION]: { progress: 1, opens: hasItems },
  [PHONE]: { progress: 2, opens: (draft: TransferDraft) => hasItems(draft) && draft.confirmed },
  [NOT_A_USER]: { progress: 2, opens: ({ unregistered }: TransferDraft) => unregistered !== undefined },
  [CREATED]: { progress: 2, opens: ({ made }: TransferDraft) => made === true },
} satisfies Record<string, FlowStep<TransferDraft>>

export type TransferStep = keyof typeof transferSteps
export type TransferFlowState = ReturnType<typeof useFlow<TransferDraft, TransferStep>>

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

/** The screen that goes on after a refusal; none means the one with the number, on which it is mended. */
export function stepAfter(refusal: Error): TransferStep | undefined {
  if (!(refusal instanceof ApiError)) return undefined
  if (typeof refusal.extra.destinationMobileNumber === 'string') return NOT_A_USER
  const aboutItems = refusal.extra.field === 'orderItemIds' || [404, 409].includes(refusal.statusCode)
  return aboutItems ? PRODUCTS : undefined
}
