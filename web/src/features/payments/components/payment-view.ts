import type { DashboardData } from '#/api/dashboard'
import type { PaymentSetting } from '../controller'
import type { Payment } from '../machine'

/** What every screen of a payment gets. */
export interface PaymentViewProps {
  payment: Payment
  data: DashboardData
  setting: PaymentSetting
}
