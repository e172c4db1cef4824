import type { DashboardData } from '#/api/dashboard'

type EligibilityFacts = Pick<DashboardData, 'isAutoDebitRequired' | 'isAutoDebitInProgress'>

/**
 * Apart from the other rules of payments, because home needs it before a payment is near. The server requires auto debit
 * of nobody who has an active mandate.
 */
export function isAutoDebitEligible({ isAutoDebitRequired, isAutoDebitInProgress }: EligibilityFacts): boolean {
  return isAutoDebitRequired && !isAutoDebitInProgress
}
