import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#/copy'
import { type Settlement, settlementsQuery } from '#/features/refund/calls'
import { RefundPreference } from '#/features/refund/components/RefundPreference'
import type { RefundStep } from '#/features/refund/model'
import { age } from '#/kit/Age'
import { Dialog } from '#/kit/Dialog'
import { Loaded } from '#/kit/Loaded'
import { useSessionUser } from '#/platform/session'
import type { DialogProps } from '#/shared/dialog-props'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'
import { FinalSettlement } from './FinalSettlement'

/** Room below the content, in px. */
const SETTLEMENT_PADDING = 180

/** What goes back to the customer after the last item is returned, and which way. */
export default function SettlementDialog({ onClose, onBack }: DialogProps) {
  return (
    <Dialog title={m.settlement_title()} onClose={onBack} bodyPadding={SETTLEMENT_PADDING}>
      <Content onClose={onClose} onBack={onBack} />
    </Dialog>
  )
}

type Ways = Pick<DialogProps, 'onClose' | 'onBack'>

function Content(ways: Ways) {
  const id = useSessionUser()?.id ?? 0
  return (
    <Loaded query={useQuery(settlementsQuery(id))} pending={<SpinnerBlock label={m.shell_loading()} />} age={age}>
      {([newest]) => (newest ? <Newest settlement={newest} {...ways} /> : <NoSettlement {...ways} />)}
    </Loaded>
  )
}

function NoSettlement({ onClose }: Ways) {
  return (
    <EmptyState
      art={<EmptyShelfArt />}
      title={m.settlement_none()}
      action={<Button onClick={onClose}>{m.requests_go_back()}</Button>}
    />
  )
}

function Newest({ settlement, onBack }: Ways & { settlement: Settlement }) {
  const fromBanner = useLocation({ select: ({ state }) => state.settlementFrom !== 'statement' })
  const [chosen, setChosen] = useState(false)
  const next = (step: RefundStep) => {
    if (step === 'close') onBack()
    else setChosen(true)
  }
  const undecided = settlement.state === 'ready' && !settlement.refundPreference
  if (undecided && !chosen) return <RefundPreference mode="banner" onNext={next} deposit={settlement.refund} />
  return <FinalSettlement settlement={settlement} fromBanner={fromBanner && !chosen} onNext={next} />
}
