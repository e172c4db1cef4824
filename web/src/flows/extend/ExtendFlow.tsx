import { FlowFrame, StepCount } from '#/features/requests/FlowFrame'
import { CREATED, PRODUCTS, useFlow } from '#/features/requests/flow'
import { flowWords } from '#/features/requests/model'
import { ProductsStep } from '#/features/requests/ProductsStep'
import { Refusal } from '#/features/requests/Refusal'
import { RequestCreated } from '#/features/requests/RequestCreated'
import type { DialogProps } from '#/shared/dialog-props'
import { useIsDesktop } from '#/shared/use-media'
import { ConfirmPage, ConfirmSheet } from './ConfirmStep'
import { MonthStep } from './MonthStep'
import {
  CONFIRM,
  type ExtendDraft,
  type ExtendFlowState,
  type ExtendStep,
  extendSteps,
  MONTHS,
  startOfExtension,
  TOTAL_STEPS,
} from './model'

const FLOW = 'extend-subscription'

/** Keeps items longer: which, for how many months and at what rent. */
export default function ExtendFlow(dialog: DialogProps) {
  const flow = useFlow<ExtendDraft, ExtendStep>({ name: FLOW, start: startOfExtension, steps: extendSteps, dialog })
  return (
    <FlowFrame
      title={flowWords[FLOW].title()}
      progress={flow.step && <StepCount step={extendSteps[flow.step].progress} total={TOTAL_STEPS} />}
      leaving={flow.leaving}
      onClose={flow.close}
    >
      <Screen flow={flow} onBack={dialog.onBack} />
    </FlowFrame>
  )
}

/** On desktop the confirmation is a page of its own, on mobile a sheet above the months. */
function Screen({ flow, onBack }: { flow: ExtendFlowState; onBack(): void }) {
  const desktop = useIsDesktop()
  switch (flow.step) {
    case PRODUCTS:
      return <Products flow={flow} />
    case MONTHS:
      return <MonthStep flow={flow} />
    case CONFIRM:
      if (desktop) return <ConfirmPage flow={flow} />
      return (
        <>
          <MonthStep flow={flow} />
          <ConfirmSheet flow={flow} onBack={onBack} />
        </>
      )
    case CREATED:
      return <RequestCreated flow={FLOW} />
    default:
      return null
  }
}

/** Nothing stands in the way of an extension, so live requests are not looked at. */
function Products({ flow }: { flow: ExtendFlowState }) {
  const { chosen, refusal } = flow.draft
  return (
    <ProductsStep
      flow={FLOW}
      chosen={chosen}
      onChoose={(ids) => flow.change({ chosen: ids, refusal: undefined })}
      onContinue={(products) => {
        flow.change({ chosen: products.map((product) => product.id), refusal: undefined })
        flow.go(MONTHS)
      }}
      onClose={flow.close}
    >
      <Refusal message={refusal} />
    </ProductsStep>
  )
}
