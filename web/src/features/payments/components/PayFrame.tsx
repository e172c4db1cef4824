import { getLocale, m } from '#/copy'
import { heardFromPayPage, leftGateway } from '../outcome'
import { payPageUrl } from '../payment-window'
import type { PaymentSetting } from '../setting'
import type { Payment } from '../state'
import { CheckoutFrame } from './CheckoutFrame'

interface PayFrameProps {
  payment: Payment
  setting: PaymentSetting
}

/** The frame in which the customer pays the open transaction. */
export function PayFrame({ payment, setting }: PayFrameProps) {
  return (
    <CheckoutFrame
      title={m.payments_frame_title({ gateway: payment.gatewayName ?? '' })}
      leave={m.payments_frame_leave()}
      src={payPageUrl(payment.transaction?.uniqueId ?? '', setting.payOrigin, getLocale())}
      payOrigin={setting.payOrigin}
      onMessage={(message) => void heardFromPayPage(setting, message)}
      onLeave={() => void leftGateway()}
    />
  )
}
