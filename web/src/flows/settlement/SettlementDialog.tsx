import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#/copy'
import { settlementsQuery } from '#/features/refund/calls'
import { RefundPreference } from '#/features/refund/components/RefundPreference'
import type { RefundStep } from '#/features/refund/model'
import { useSessionUser } from '#/platform/session'
import type { DialogProps } from '#/shared/dialog-props'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import { FinalSettlement } from './FinalSettlement'

/** Room below the content, in px. */
const SETTLEMENT_PADDING = 180

/** What goes back to the customer after the last item is returned, and which way. */
export default function SettlementDialog({ onClose, onBack }: DialogProps) {
  return (
    <ResponsiveDialog
      title={m.settlement_title()}
      onClose={onBack}
      closeLabel={m.shell_close()}
      bodyPadding={SETTLEMENT_PADDING}
    >
      <Content onClose={onClose} onBack={onBack} />
    </ResponsiveDialog>
  )
}

function Content({ onClose, onBack }: Pick<DialogProps, 'onClose' | 'onBack'>) {
  const id = useSessionUser()?.id ?? 0
  const { data, error, isFetching, refetch } = useQuery(settlementsQuery(id))
  const fromBanner = useLocation({ select: ({ state }) => state.settlementFrom !== 'statement' })
  const [chosen, setChosen] = useState(false)
  if (error && !data) {
    return (
      <SectionError
        title={m.errors_section()}
        message={error.message}
        retryLabel={m.shell_retry()}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SpinnerBlock label={m.shell_loading()} />
  const newest = data[0]
  if (!newest) {
    return (
      <EmptyState
        art={<EmptyShelfArt />}
        title={m.settlement_none()}
        action={<Button onClick={onClose}>{m.requests_go_back()}</Button>}
      />
    )
  }
  const next = (step: RefundStep) => {
    if (step === 'close') onBack()
    else setChosen(true)
  }
  const undecided = newest.state === 'ready' && !newest.refundPreference
  if (undecided && !chosen) return <RefundPreference mode="banner" onNext={next} deposit={newest.refund} />
  return <FinalSettlement settlement={newest} fromBanner={fromBanner && !chosen} onNext={next} />
}
