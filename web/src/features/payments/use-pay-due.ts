import { useNavigate } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { requestPayment } from '#/state/payment-request'
import { isAutoDebitEligible } from './eligibility'

/**
 * Pay Now. A customer who is eligible for auto debit is asked about it first, and everybody else pays
 * directly. If the bank has not confirmed an earlier payment of the dues yet, the question is skipped: the
 * server reports that payment first.
 */
export function usePayDue(data: DashboardData) {
  const navigate = useNavigate()
  const rent = () => {
    if (isAutoDebitEligible(data) && data.pendingPayments.every(({ kind }) => kind !== 'due')) {
      // The promotion is a dialog of the home page, and closing it leads back to home.
      void navigate({ to: '/home', search: { showAutoDebit: 'true' } })
    } else requestPayment({ type: 'due', autoDebit: false })
  }
  return { rent, deposit: () => requestPayment({ type: 'deposit', autoDebit: false }) }
}
