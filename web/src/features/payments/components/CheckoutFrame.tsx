import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#/copy'
import { LoadError } from '#/kit/LoadError'
import { FullScreenDialog } from '#/kit/Popup'
import { useFrameEntries } from '#/platform/back'
import { STALL_MS } from '#/shared/stall'
import { SpinnerBlock } from '#/ui/Spinner'
import { listenForPayment, type PaymentMessage } from '../payment-window'

export interface CheckoutFrameProps {
  title: string
  /** The label of the close button. */
  leave: string
  /** The URL of our page that runs the provider's checkout. */
  src: string
  payOrigin: string
  onMessage(message: PaymentMessage): void
  onLeave(): void
}

/** The provider's checkout runs in a separate document, which cannot read anything of this app. */
export function CheckoutFrame({ title, leave, src, payOrigin, onMessage, onLeave }: CheckoutFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, attempt, loaded, again } = useFrameLoad()
  const hear = useEffectEvent(onMessage)
  useEffect(
    () =>
      listenForPayment(
        (source) => source !== null && source === frame.current?.contentWindow,
        payOrigin,
        (message) => hear(message),
      ),
    [payOrigin],
  )
  const keepLength = useFrameEntries()
  return (
    <FullScreenDialog title={title} leave={leave} onClose={onLeave}>
      <div className="grid grid-rows-[auto_minmax(0,1fr)]">
        {state === 'stalled' && (
          <div className="p-4">
            <LoadError title={m.payments_frame_stalled()} message={m.payments_frame_stalled_text()} onRetry={again} />
          </div>
        )}
        <div className="relative row-start-2">
          {state === 'loading' && <SpinnerBlock label={m.payments_frame_loading()} className="absolute inset-0" />}
          <iframe
            key={attempt}
            ref={frame}
            src={src}
            title={title}
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
    </FullScreenDialog>
  )
}

/** Whether the page in the frame has loaded, for each attempt. A stalled page may still load. */
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
