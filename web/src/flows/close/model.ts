import type { components } from '#/api/schema'
import { sumRupees } from '#/features/requests/closure-amounts'
import { CREATED, type FlowStep, PRODUCTS, type useFlow } from '#/features/requests/flow'

export type ClosureMade = components['schemas']['ClosureMade']

export const TOTAL_STEPS = 5

/** What a person has decided about giving items back. */
export interface CloseDraft {
  /** Ids of the items. */
  chosen: number[]
  /** Where they stand, as the customer has said: one of the saved addresses. */
  addressId?: number
  /** Day of the pickup, YYYY-MM-DD. */
  pickup?: string
  reason?: string
  /** How the deposit comes back has been said. */
  settled?: boolean
  /** Why the server refused it, shown where it can be mended. */
  refusal?: string
  /** The request that was raised. */
  made?: ClosureMade
}

export const startOfClosure: CloseDraft = { chosen: [] }

const hasItems = ({ chosen }: CloseDraft) => chosen.length > 0
const isLocated = (draft: CloseDraft) => hasItems(draft) && draft.addressId !== undefined
const isPlanned = (draft: CloseDraft) => isLocated(draft) && Boolean(draft.pickup && draft.reason)

const isSettled = (draft: CloseDraft) => isPlanned(draft) && draft.settled === true

export const LOCATION = 'confirm-your-location'
export const NEW_LOCATION = 'add-new-location'
export const PICKUP = 'choose-date-and-reason-of-pickup'
export const SETTLEMENT = 'final-settlement-mode'
export const BANK = 'bank-details'
export const UPI = 'refund-upi'
export const CONFIRMATION = 'close-subscription-confirmation'
export const CALCULATION = 'early-closure-calculation'

export const closeSteps = {
  [PRODUCTS]: { progress: 1, opens: () => true },
  [LOCATION]: { progress: 2, opens: hasItems },
  [NEW_LOCATION]: { progress: 2, opens: hasItems },
  [PICKUP]: { progress: 3, opens: isLocated },
  [SETTLEMENT]: { progress: 4, opens: isPlanned },
  [BANK]: { progress: 4, opens: isPlanned },
  [UPI]: { progress: 4, opens: isPlanned },
  [CONFIRMATION]: { progress: 5, opens: isSettled },
  [CALCULATION]: { progress: 5, opens: isSettled },
  [CREATED]: { progress: 5, opens: ({ made }: CloseDraft) => made !== undefined },
} satisfies Record<string, FlowStep<CloseDraft>>

export type CloseStep = keyof typeof closeSteps
export type CloseFlowState = ReturnType<typeof useFlow<CloseDraft, CloseStep>>

export interface PendingDues {
  total: number
  charge: number
  rest: number
}

/** All that is owed, in whole rupees: the charge for leaving early and what remains beside it, never less than nothing. */
export function pendingDues({ totalPayableAmount, earlyClosureCharge }: ClosureMade): PendingDues {
  const total = Math.round(totalPayableAmount)
  return { total, charge: earlyClosureCharge, rest: Math.max(0, sumRupees([total, -earlyClosureCharge])) }
}

/** The screen on which a refused closure can be mended; none means the one that sent it. */
export function stepToMend(statusCode: number, field: unknown): CloseStep | undefined {
  if (field === 'preferredPickupDate' || field === 'message') return PICKUP
  return statusCode === 409 || statusCode === 404 ? PRODUCTS : undefined
}
