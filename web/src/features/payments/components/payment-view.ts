import type { DashboardData } from '#/api/dashboard'
import type { PaymentSetting } from '../setting'
import type { Payment } from '../state'

/** What every screen of a payment gets. */
export interface PaymentViewProps {
  payment: Payment
  data: DashboardData
  setting: PaymentSetting
}
