import { getLocale, m } from '#/copy'
import { onGatewayLeft, onPayPageMessage } from '../outcome'
import type { PaymentContext } from '../payment-context'
import { payPageUrl } from '../payment-window'
import type { Payment } from '../state'
import { CheckoutFrame } from './CheckoutFrame'

interface PayFrameProps {
  payment: Payment
  context: PaymentContext
}

/** The frame in which the customer pays the open transaction. */
export function PayFrame({ payment, context }: PayFrameProps) {
  return (
    <CheckoutFrame
      title={m.payments_frame_title({ gateway: payment.gatewayName ?? '' })}
      leave={m.payments_frame_leave()}
      src={payPageUrl(payment.transaction?.uniqueId ?? '', context.payOrigin, getLocale())}
      payOrigin={context.payOrigin}
      onMessage={(message) => void onPayPageMessage(context, message)}
      onLeave={() => void onGatewayLeft()}
    />
  )
}
