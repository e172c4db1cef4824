import type { DashboardData } from '#/api/dashboard'
import type { PaymentContext } from '../payment-context'
import type { Payment } from '../state'

/** The props of every screen of a payment. */
export interface PaymentViewProps {
  payment: Payment
  data: DashboardData
  context: PaymentContext
}
