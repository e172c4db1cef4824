import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getLocale, m } from '#/copy'
import { listenForPayment, payPageUrl } from '#/platform/payment-window'
import { iconButtonClass } from '#/ui/IconButton'
import { SpinnerBlock } from '#/ui/Spinner'
import { heardFromPayPage, leftGateway } from '../outcome'
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
  const gateway = payment.gatewayName ?? ''
  const uniqueId = payment.transaction?.uniqueId ?? ''
  return (
    <Dialog.Root open onOpenChange={(open) => open || void leftGateway()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 grid grid-rows-[auto_minmax(0,1fr)] bg-surface">
          <header className="flex items-center justify-between gap-3 border-line border-b px-4 py-1.5">
            <Dialog.Title className="font-semibold">{m.payments_frame_title({ gateway })}</Dialog.Title>
            <Dialog.Close aria-label={m.payments_frame_leave()} className={iconButtonClass}>
              <X aria-hidden="true" className="size-6" />
            </Dialog.Close>
          </header>
          <div className="relative">
            {loading && <SpinnerBlock label={m.payments_frame_loading()} className="absolute inset-0" />}
            <iframe
              ref={frame}
              src={payPageUrl(uniqueId, setting.payOrigin, getLocale())}
              title={m.payments_frame_title({ gateway })}
              allow="payment"
              referrerPolicy="no-referrer"
              className="absolute inset-0 size-full border-0"
              onLoad={() => setLoading(false)}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
