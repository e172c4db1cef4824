import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'
import type { Flow } from '../kit/define-flow'
import { hasItems, type PRODUCTS } from '../kit/define-flow'
import type { NewPlaceDraft, UNSERVED } from '../location/model'

/** The raised closure, with the day of its pickup, YYYY-MM-DD. */
export type ClosureMade = components['schemas']['ClosureMade'] & { pickup: string }

/** What the customer has chosen so far in the closure. */
export interface CloseDraft extends NewPlaceDraft<typeof NEW_LOCATION> {
  /** The saved address where the items are, according to the customer. */
  addressId?: number
  /** The day of the pickup, YYYY-MM-DD. */
  pickup?: string
  reason?: string
  /** The customer has chosen how the deposit is refunded. */
  settled?: boolean
}

export const isLocated = (draft: CloseDraft) => hasItems(draft) && draft.addressId !== undefined
export const isPlanned = (draft: CloseDraft) => isLocated(draft) && Boolean(draft.pickup && draft.reason)
export const isSettled = (draft: CloseDraft) => isPlanned(draft) && draft.settled === true

export const LOCATION = 'confirm-your-location'
export const NEW_LOCATION = 'add-new-location'
export const PICKUP = 'choose-date-and-reason-of-pickup'
export const SETTLEMENT = 'final-settlement-mode'
export const BANK = 'bank-details'
export const UPI = 'refund-upi'
export const CONFIRMATION = 'close-subscription-confirmation'
export const CALCULATION = 'early-closure-calculation'

export type CloseStep =
  | typeof PRODUCTS
  | typeof LOCATION
  | typeof NEW_LOCATION
  | typeof UNSERVED
  | typeof PICKUP
  | typeof SETTLEMENT
  | typeof BANK
  | typeof UPI
  | typeof CONFIRMATION
  | typeof CALCULATION

export type CloseFlow = Flow<CloseDraft, CloseStep, ClosureMade>

export interface PendingDues {
  total: number
  charge: number
  rest: number
}

/** All dues, rounded to the paisa: the early closure charge, and the rest. */
export function pendingDues({
  totalPayableAmount,
  earlyClosureCharge,
}: Pick<ClosureMade, 'totalPayableAmount' | 'earlyClosureCharge'>): PendingDues {
  const total = sumRupees([totalPayableAmount])
  return { total, charge: earlyClosureCharge, rest: Math.max(0, sumRupees([total, -earlyClosureCharge])) }
}
