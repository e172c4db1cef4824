import { useEffect, useRef, useState } from 'react'
import { getLocale, m } from '#/copy'
import { WholeScreen } from '#/kit/Popup'
import { useFrameEntries } from '#/platform/back'
import { SpinnerBlock } from '#/ui/Spinner'
import { heardFromPayPage, leftGateway } from '../outcome'
import { listenForPayment, payPageUrl } from '../payment-window'
import type { PaymentSetting } from '../setting'
import type { Payment } from '../state'

interface PayFrameProps {
  payment: Payment
  setting: PaymentSetting
}

/** The provider's checkout runs in a document of its own, which cannot read anything of this app. */
export function PayFrame({ payment, setting }: PayFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loading, setLoading] = useState(true)
  useEffect(
    () =>
      listenForPayment(
        (source) => source !== null && source === frame.current?.contentWindow,
        setting.payOrigin,
        (message) => void heardFromPayPage(setting, message),
      ),
    [setting],
  )
  const keepLength = useFrameEntries()
  const gateway = payment.gatewayName ?? ''
  const uniqueId = payment.transaction?.uniqueId ?? ''
  return (
    <WholeScreen
      title={m.payments_frame_title({ gateway })}
      leave={m.payments_frame_leave()}
      onClose={() => void leftGateway()}
    >
      <div className="relative">
        {loading && <SpinnerBlock label={m.payments_frame_loading()} className="absolute inset-0" />}
        <iframe
          ref={frame}
          src={payPageUrl(uniqueId, setting.payOrigin, getLocale())}
          title={m.payments_frame_title({ gateway })}
          allow="payment"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full border-0"
          onLoad={() => {
            keepLength()
            setLoading(false)
          }}
        />
      </div>
    </WholeScreen>
  )
}
