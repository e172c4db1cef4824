import { FlowFrame, StepCount } from '#/features/requests/FlowFrame'
import { CREATED, PRODUCTS, useFlow } from '#/features/requests/flow'
import { flowWords } from '#/features/requests/model'
import { RequestCreated } from '#/features/requests/RequestCreated'
import type { DialogProps } from '#/shared/dialog-props'
import { ChooseItems } from './ChooseItems'
import {
  NEW_PLACE,
  PLACE,
  PROBLEMS,
  type RepairDraft,
  type RepairFlowState,
  type RepairStep,
  repairSteps,
  startOfRepair,
  TOTAL_STEPS,
  UNSERVED,
} from './model'
import { NewPlaceStep, PlaceStep } from './PlaceSteps'
import { ProblemsStep } from './ProblemsStep'

const FLOW = 'repair-request'

/** Has items repaired: which, where they stand, and what is wrong with each. */
export default function RepairFlow(dialog: DialogProps) {
  const flow = useFlow<RepairDraft, RepairStep>({ name: FLOW, start: startOfRepair, steps: repairSteps, dialog })
  return (
    <FlowFrame
      title={flowWords[FLOW].title()}
      progress={flow.step && <StepCount step={repairSteps[flow.step].progress} total={TOTAL_STEPS} />}
      leaving={flow.leaving}
      onClose={flow.close}
    >
      <Screen flow={flow} onBack={dialog.onBack} />
    </FlowFrame>
  )
}

function Screen({ flow, onBack }: { flow: RepairFlowState; onBack(): void }) {
  switch (flow.step) {
    case PRODUCTS:
      return <ChooseItems flow={flow} />
    case PLACE:
      return <PlaceStep flow={flow} />
    case NEW_PLACE:
    case UNSERVED:
      return <NewPlaceStep flow={flow} onBack={onBack} />
    case PROBLEMS:
      return <ProblemsStep flow={flow} />
    case CREATED:
      return <RequestCreated flow={FLOW} />
    default:
      return null
  }
}
