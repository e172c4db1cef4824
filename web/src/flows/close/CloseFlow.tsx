import { FlowFrame, StepCount } from '#/features/requests/FlowFrame'
import { CREATED, PRODUCTS, useFlow } from '#/features/requests/flow'
import { flowWords, requestCodes } from '#/features/requests/model'
import { ProductsStep } from '#/features/requests/ProductsStep'
import { useRevokeThenRequest } from '#/features/requests/parallel'
import { Refusal } from '#/features/requests/Refusal'
import { RevokePrompt } from '#/features/requests/RevokePrompt'
import type { DialogProps } from '#/shared/dialog-props'
import { LocationStep } from '../location/LocationStep'
import { NewLocationStep } from '../location/NewLocationStep'
import { CalculationStep } from './CalculationStep'
import { ClosureCreated } from './ClosureCreated'
import { ConfirmationStep } from './ConfirmationStep'
import {
  CALCULATION,
  type CloseDraft,
  type CloseFlowState,
  type CloseStep,
  CONFIRMATION,
  closeSteps,
  LOCATION,
  NEW_LOCATION,
  PICKUP,
  startOfClosure,
  TOTAL_STEPS,
} from './model'
import { PickupStep } from './PickupStep'

const FLOW = 'close-subscription'

/** Gives items back: which, from where, when and why, how to settle, and at what charge. */
export default function CloseFlow(dialog: DialogProps) {
  const flow = useFlow<CloseDraft, CloseStep>({ name: FLOW, start: startOfClosure, steps: closeSteps, dialog })
  return (
    <FlowFrame
      title={flowWords[FLOW].title()}
      progress={flow.step && <StepCount step={closeSteps[flow.step].progress} total={TOTAL_STEPS} />}
      leaving={flow.leaving}
      onClose={flow.close}
    >
      <Screen flow={flow} onBack={dialog.onBack} />
    </FlowFrame>
  )
}

function Screen({ flow, onBack }: { flow: CloseFlowState; onBack(): void }) {
  const located = (addressId: number) => {
    flow.change({ addressId })
    flow.go(PICKUP)
  }
  switch (flow.step) {
    case PRODUCTS:
      return <Products flow={flow} />
    case LOCATION:
      return <LocationStep chosen={flow.draft.chosen} onLocated={located} onAdd={() => flow.go(NEW_LOCATION)} />
    case NEW_LOCATION:
      return <NewLocationStep chosen={flow.draft.chosen} onLocated={located} />
    case PICKUP:
      return <PickupStep flow={flow} />
    case CONFIRMATION:
      return <ConfirmationStep flow={flow} />
    case CALCULATION:
      return <CalculationStep onBack={onBack} />
    case CREATED:
      return <ClosureCreated flow={flow} />
    default:
      return null
  }
}

function Products({ flow }: { flow: CloseFlowState }) {
  const { chosen, refusal } = flow.draft
  const live = useRevokeThenRequest({ requestType: requestCodes.closure, onClear: () => flow.go(LOCATION) })
  return (
    <ProductsStep
      flow={FLOW}
      chosen={chosen}
      onChoose={(ids) => {
        live.dismiss()
        flow.change({ chosen: ids, addressId: undefined, refusal: undefined })
      }}
      busy={live.revocation.name === 'checking'}
      onContinue={(products) => {
        const ids = products.map((product) => product.id)
        flow.change({ chosen: ids, refusal: undefined })
        live.check(ids)
      }}
      onClose={flow.close}
    >
      <Refusal message={refusal} />
      <RevokePrompt {...live} />
    </ProductsStep>
  )
}
