import { useNavigate } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { requestPayment } from '#/state/payment-request'
import { isAutoDebitEligible } from './eligibility'

/** Pay Now: who could have auto debit is asked about it first, everybody else pays. */
export function usePayDue(data: DashboardData) {
  const navigate = useNavigate()
  const rent = () => {
    if (isAutoDebitEligible(data)) {
      // The promotion is a dialog of home, and home is where it leads back to.
      void navigate({ to: '/home', search: { showAutoDebit: 'true' } })
    } else requestPayment({ type: 'due', autoDebit: false })
  }
  return { rent, deposit: () => requestPayment({ type: 'deposit', autoDebit: false }) }
}
