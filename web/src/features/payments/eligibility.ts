import type { DashboardData } from '#/api/dashboard'

type EligibilityFacts = Pick<DashboardData, 'isAutoDebitRequired' | 'isAutoDebitInProgress'>

/**
 * Separate from the other payment rules, because home needs this one before a payment is near.
 * The server sets `isAutoDebitRequired` for nobody who has an active mandate.
 */
export function isAutoDebitEligible({ isAutoDebitRequired, isAutoDebitInProgress }: EligibilityFacts): boolean {
  return isAutoDebitRequired && !isAutoDebitInProgress
}
