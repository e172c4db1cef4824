import { ExternalLink } from 'lucide-react'
import { m } from '#/copy'
import { CheckoutFrame } from '#/features/payments/components/CheckoutFrame'
import { StatusDialog } from '#/features/payments/components/StatusDialog'
import { Button } from '#/ui/Button'
import { Spinner } from '#/ui/Spinner'
import type { useSetUp } from './use-set-up'

/** What is on screen while somebody confirms at a gateway, in place of the dialog; nothing before and after it. */
export function AtGateway({ phase, payOrigin, end }: ReturnType<typeof useSetUp>) {
  switch (phase.at) {
    case 'frame':
      return (
        <CheckoutFrame
          title={m.easy_payment_frame_title()}
          leave={m.easy_payment_frame_leave()}
          uniqueId={phase.begun.uniqueId}
          payOrigin={payOrigin}
          onMessage={end}
          onLeave={end}
        />
      )
    case 'window':
      return (
        <StatusDialog
          title={m.easy_payment_window_title()}
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
          title={m.easy_payment_confirming_title()}
          icon={<Spinner label={m.easy_payment_confirming_title()} />}
          onClose={() => {}}
        >
          <p>{m.payments_confirming_text()}</p>
        </StatusDialog>
      )
    default:
      return null
  }
}
