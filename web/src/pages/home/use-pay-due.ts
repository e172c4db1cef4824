import { useNavigate } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { isAutoDebitEligible } from '#/features/payments/eligibility'
import { requestPayment } from '#/platform/payment-request'

/** Pay Now: who could have auto debit is asked about it first, everybody else pays. */
export function usePayDue(data: DashboardData) {
  const navigate = useNavigate()
  const rent = () => {
    if (isAutoDebitEligible(data)) {
      void navigate({ to: '.', search: (search) => ({ ...search, showAutoDebit: 'true' as const }) })
    } else requestPayment({ type: 'due', autoDebit: false })
  }
  return { rent, deposit: () => requestPayment({ type: 'deposit', autoDebit: false }) }
}
