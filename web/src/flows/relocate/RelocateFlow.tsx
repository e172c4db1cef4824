import { FlowFrame } from '#/features/requests/FlowFrame'
import { CREATED, PRODUCTS, useFlow } from '#/features/requests/flow'
import { flowWords } from '#/features/requests/model'
import { ProgressRing } from '#/features/requests/ProgressRing'
import { RequestCreated } from '#/features/requests/RequestCreated'
import type { DialogProps } from '#/shared/dialog-props'
import { ChooseItems } from './ChooseItems'
import { DropDayStep } from './DropDayStep'
import { DropPlaceStep } from './DropPlaceStep'
import {
  DROP_DAY,
  DROP_PLACE,
  NEW_DROP_PLACE,
  NEW_PICKUP_PLACE,
  PICKUP_DAY,
  PICKUP_PLACE,
  type RelocateDraft,
  type RelocateFlowState,
  type RelocateStep,
  relocateSteps,
  startOfRelocation,
  UNSERVED,
} from './model'
import { NewPlaceStep } from './NewPlaceStep'
import { PickupDayStep } from './PickupDayStep'
import { PickupPlaceStep } from './PickupPlaceStep'

const FLOW = 'relocate-subscription'

/** Moves items to another address: which, from where and when, to where and when. */
export default function RelocateFlow(dialog: DialogProps) {
  const flow = useFlow<RelocateDraft, RelocateStep>({
    name: FLOW,
    start: startOfRelocation,
    steps: relocateSteps,
    dialog,
  })
  // Back from the last screen must not show the form of a request that was sent.
  const step = flow.draft.made ? CREATED : flow.step
  return (
    <FlowFrame
      title={flowWords[FLOW].title()}
      progress={step && <ProgressRing percent={relocateSteps[step].progress} />}
      leaving={flow.leaving}
      onClose={flow.close}
    >
      <Screen step={step} flow={flow} onBack={dialog.onBack} />
    </FlowFrame>
  )
}

interface ScreenProps {
  step: RelocateStep | undefined
  flow: RelocateFlowState
  onBack(): void
}

function Screen({ step, flow, onBack }: ScreenProps) {
  // The form below the news that its area is not served stays, so that whoever comes back finds what was typed.
  const unserved = step === UNSERVED ? flow.draft.unserved : undefined
  const place = unserved?.step ?? step
  switch (place) {
    case PRODUCTS:
      return <ChooseItems flow={flow} />
    case PICKUP_PLACE:
      return <PickupPlaceStep flow={flow} />
    case PICKUP_DAY:
      return <PickupDayStep flow={flow} />
    case DROP_PLACE:
      return <DropPlaceStep flow={flow} />
    case NEW_PICKUP_PLACE:
    case NEW_DROP_PLACE:
      return <NewPlaceStep key={place} step={place} flow={flow} unserved={unserved} onBack={onBack} />
    case DROP_DAY:
      return <DropDayStep flow={flow} />
    case CREATED:
      return <RequestCreated flow={FLOW} />
    default:
      return null
  }
}
