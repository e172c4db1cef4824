import { useEffect, useRef, useState } from 'react'
import { getLocale, m } from '#/copy'
import { Failed } from '#/kit/Failed'
import { WholeScreen } from '#/kit/Popup'
import { useFrameEntries } from '#/platform/back'
import { STALL_MS } from '#/shared/stall'
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
  const { state, attempt, loaded, again } = useFrameLoad()
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
      <div className="grid grid-rows-[auto_minmax(0,1fr)]">
        {state === 'stalled' && (
          <div className="p-4">
            <Failed title={m.payments_frame_stalled()} message={m.payments_frame_stalled_text()} onRetry={again} />
          </div>
        )}
        <div className="relative row-start-2">
          {state === 'loading' && <SpinnerBlock label={m.payments_frame_loading()} className="absolute inset-0" />}
          <iframe
            key={attempt}
            ref={frame}
            src={payPageUrl(uniqueId, setting.payOrigin, getLocale())}
            title={m.payments_frame_title({ gateway })}
            allow="payment"
            referrerPolicy="no-referrer"
            className="absolute inset-0 size-full border-0"
            onLoad={() => {
              keepLength()
              loaded()
            }}
          />
        </div>
      </div>
    </WholeScreen>
  )
}

/** How far the page in the frame has come, try by try; one that is late may still come. */
function useFrameLoad() {
  const [state, setState] = useState<'loading' | 'loaded' | 'stalled'>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (state !== 'loading') return
    const timer = window.setTimeout(() => setState('stalled'), STALL_MS)
    return () => window.clearTimeout(timer)
  }, [state])
  const again = () => {
    setAttempt(attempt + 1)
    setState('loading')
  }
  return { state, attempt, loaded: () => setState('loaded'), again }
}
