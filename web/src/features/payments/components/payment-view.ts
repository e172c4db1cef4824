import type { DashboardData } from '#/api/dashboard'
import type { Payment } from '../machine'
import type { PaymentSetting } from '../setting'

/** What every screen of a payment gets. */
export interface PaymentViewProps {
  payment: Payment
  data: DashboardData
  setting: PaymentSetting
}
