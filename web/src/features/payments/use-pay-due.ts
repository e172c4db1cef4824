import { useNavigate } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { requestPayment } from '#/state/payment-request'
import { isAutoDebitEligible } from './eligibility'

/**
 * Pay Now: who could have auto debit is asked about it first, everybody else pays. A payment that the bank is still to
 * confirm comes before either: the server says so, and nobody is asked for something else first.
 */
export function usePayDue(data: DashboardData) {
  const navigate = useNavigate()
  const rent = () => {
    if (isAutoDebitEligible(data) && data.pendingPayments.every(({ kind }) => kind !== 'due')) {
      // The promotion is a dialog of home, and home is where it leads back to.
      void navigate({ to: '/home', search: { showAutoDebit: 'true' } })
    } else requestPayment({ type: 'due', autoDebit: false })
  }
  return { rent, deposit: () => requestPayment({ type: 'deposit', autoDebit: false }) }
}
