import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { type Settlement, settlementsQuery } from '#/features/refund/calls'
import { RefundPreference } from '#/features/refund/components/RefundPreference'
import type { RefundStep } from '#/features/refund/model'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { useDraftState } from '#/kit/draft-storage'
import { QueryContent } from '#/kit/QueryContent'
import type { DialogProps } from '#/shared/dialog-props'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'
import { FinalSettlement } from './FinalSettlement'
import { OtherSettlements } from './OtherSettlements'
import { PayOutWallet } from './PayOutWallet'

/** The space below the content, in px. */
const SETTLEMENT_PADDING = 180

/** What is refunded after items are returned, and how. */
export default function SettlementDialog({ onClose, onBack }: DialogProps) {
  return (
    <Dialog title={m.settlement_title()} onClose={onBack} bodyPadding={SETTLEMENT_PADDING}>
      <Content onClose={onClose} onBack={onBack} />
    </Dialog>
  )
}

type Ways = Pick<DialogProps, 'onClose' | 'onBack'>

function Content(ways: Ways) {
  const id = useCustomerId()
  const fromWallet = useLocation({ select: ({ state }) => state.settlementFrom === 'wallet' })
  const [paidOut, setPaidOut] = useState(false)
  const query = useQuery(settlementsQuery(id))
  if (fromWallet && !paidOut) return <PayOutWallet onDone={() => setPaidOut(true)} />
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      age={dataAge}
      failed={m.settlement_failed()}
    >
      {(settlements) =>
        settlements.length > 0 ? <Settlements settlements={settlements} {...ways} /> : <NoSettlement {...ways} />
      }
    </QueryContent>
  )
}

function NoSettlement({ onClose }: Ways) {
  return (
    <EmptyState
      art={<EmptyShelfArt />}
      title={m.settlement_none()}
      action={<Button onClick={onClose}>{m.flows_go_back()}</Button>}
    />
  )
}

/**
 * The settlement to show first: one that waits for the customer, then one that is ready, then the newest.
 * A customer who asked for an inspection sees the settlement that is being inspected.
 */
function firstOf(settlements: Settlement[], inspection: boolean): Settlement | undefined {
  const inspecting = inspection && settlements.find(({ state }) => state === 'inspecting')
  if (inspecting) return inspecting
  const ready = settlements.filter(({ state }) => state === 'ready')
  const waits = ready.find(({ refundPreference, isHeld }) => isHeld || !refundPreference)
  return waits ?? ready[0] ?? settlements[0]
}

/** One settlement, and below it buttons to open the others. */
function Settlements({ settlements, ...ways }: Ways & { settlements: Settlement[] }) {
  const asked = useLocation({ select: ({ state }) => state.settlementId })
  const inspection = useLocation({ select: ({ state }) => state.settlementFrom === 'inspection' })
  const [open, setOpen] = useDraftState('settlement', () => asked ?? firstOf(settlements, inspection)?.id)
  const shown = settlements.find(({ id }) => id === open) ?? firstOf(settlements, inspection)
  if (!shown) return null
  return (
    <div className="grid gap-8">
      <OneSettlement key={shown.id} settlement={shown} named={settlements.length > 1} {...ways} />
      <OtherSettlements settlements={settlements.filter(({ id }) => id !== shown.id)} onOpen={setOpen} />
    </div>
  )
}

interface OneSettlementProps extends Ways {
  settlement: Settlement
  /** There are several settlements, so this one is named. */
  named: boolean
}

function OneSettlement({ settlement, named, onBack }: OneSettlementProps) {
  const fromBanner = useLocation({ select: ({ state }) => state.settlementFrom !== 'statement' })
  const [chosen, setChosen] = useState(false)
  const next = (step: RefundStep) => {
    if (step === 'close') onBack()
    else setChosen(true)
  }
  const undecided = settlement.state === 'ready' && !settlement.refundPreference && !chosen
  return (
    <div className="grid gap-6">
      {undecided && <RefundPreference mode="banner" onNext={next} settlement={settlement} />}
      <FinalSettlement settlement={settlement} named={named} fromBanner={fromBanner && !chosen} onNext={next} />
    </div>
  )
}
