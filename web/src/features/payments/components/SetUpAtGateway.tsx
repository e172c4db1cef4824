import { ExternalLink } from 'lucide-react'
import { m } from '#/copy'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { Spinner } from '#/ui/Spinner'
import type { useSetUp } from '../use-set-up'
import { CheckoutFrame } from './CheckoutFrame'
import { StatusDialog } from './StatusDialog'

/** The screen while the customer confirms at a gateway. It replaces the dialog, and is empty otherwise. */
export function SetUpAtGateway({ phase, payOrigin, end, stopWaiting }: ReturnType<typeof useSetUp>) {
  switch (phase.at) {
    case 'frame':
      return (
        <CheckoutFrame
          title={m.payments_mandate_frame_title()}
          leave={m.payments_mandate_frame_leave()}
          src={phase.src}
          payOrigin={payOrigin}
          onMessage={end}
          onLeave={end}
        />
      )
    case 'window':
      return (
        <StatusDialog
          title={m.payments_mandate_window_title()}
          icon={<ExternalLink aria-hidden="true" className="size-8 shrink-0" />}
          onClose={end}
          actions={<Button onClick={() => end()}>{m.payments_popup_check()}</Button>}
        >
          <p>{m.payments_popup_text()}</p>
        </StatusDialog>
      )
    case 'confirming':
      return (
        <StatusDialog
          title={m.payments_mandate_confirming_title()}
          icon={<Spinner label={m.payments_mandate_confirming_title()} />}
          onClose={stopWaiting}
        >
          <p>{m.payments_confirming_text()}</p>
        </StatusDialog>
      )
    default:
      return null
  }
}

/** Says why auto debit is not set up, or why nobody knows yet. */
export function SetUpErrorNotice({ phase }: Pick<ReturnType<typeof useSetUp>, 'phase'>) {
  if (phase.at !== 'idle' || !phase.error) return null
  return (
    <Notice tone="danger" title={phase.error.title} className="mt-4">
      {phase.error.text}
    </Notice>
  )
}
