import { useQuery } from '@tanstack/react-query'
import { activeProducts, dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { usePayment } from '#/features/payments/store'
import { FlowFrame, StepCount, StepHeading } from '#/features/requests/FlowFrame'
import { CREATED, PRODUCTS, useFlow } from '#/features/requests/flow'
import { eligibleProducts, flowWords } from '#/features/requests/model'
import { ProductsStep } from '#/features/requests/ProductsStep'
import { Refusal } from '#/features/requests/Refusal'
import { SeeRequestStatus } from '#/features/requests/RequestCreated'
import { usePaymentRequest } from '#/platform/payment-request'
import type { DialogProps } from '#/shared/dialog-props'
import { SofaArt } from '#/ui/art/SofaArt'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { EmptyState } from '#/ui/EmptyState'
import { ConfirmationStep } from './ConfirmationStep'
import {
  CONFIRMATION,
  NOT_A_USER,
  PHONE,
  startOfTransfer,
  TOTAL_STEPS,
  type TransferDraft,
  type TransferFlowState,
  type TransferStep,
  transferSteps,
} from './model'
import { NotAUser } from './NotAUser'
import { PhoneStep } from './PhoneStep'

const FLOW = 'transfer-ownership'

/** Hands items over to another customer: which, on what terms, and to whom. */
export default function TransferFlow(dialog: DialogProps) {
  const flow = useFlow<TransferDraft, TransferStep>({
    name: FLOW,
    start: startOfTransfer,
    steps: transferSteps,
    dialog,
  })
  // The dues are paid in a dialog of their own; afterwards the flow is where it was.
  const asked = usePaymentRequest() !== undefined
  const { phase } = usePayment()
  if (asked || phase !== 'idle') return null
  return (
    <FlowFrame
      title={flowWords[FLOW].title()}
      progress={flow.step && <StepCount step={transferSteps[flow.step].progress} total={TOTAL_STEPS} />}
      leaving={flow.leaving}
      onClose={flow.close}
    >
      <Screen flow={flow} onBack={dialog.onBack} />
    </FlowFrame>
  )
}

function Screen({ flow, onBack }: { flow: TransferFlowState; onBack(): void }) {
  switch (flow.step) {
    case PRODUCTS:
      return <Products flow={flow} />
    case CONFIRMATION:
      return <ConfirmationStep flow={flow} />
    case PHONE:
      return <PhoneStep flow={flow} />
    case NOT_A_USER:
      return <NotAUser flow={flow} onBack={onBack} />
    case CREATED:
      return <TransferCreated />
    default:
      return null
  }
}

function Products({ flow }: { flow: TransferFlowState }) {
  const { data } = useQuery(dashboardQuery)
  if (data && eligibleProducts(FLOW, activeProducts(data)).length === 0) {
    return (
      <EmptyState
        art={<SofaArt />}
        title={m.transfer_none_eligible()}
        action={<Button onClick={flow.close}>{m.requests_go_back()}</Button>}
      />
    )
  }
  return (
    <ProductsStep
      flow={FLOW}
      chosen={flow.draft.chosen}
      onChoose={(chosen) => flow.change({ chosen, confirmed: false, refusal: undefined })}
      onContinue={(products) => {
        flow.change({ chosen: products.map(({ id }) => id), confirmed: false, refusal: undefined })
        flow.go(CONFIRMATION)
      }}
      onClose={flow.close}
    >
      <Refusal message={flow.draft.refusal} />
    </ProductsStep>
  )
}

function TransferCreated() {
  return (
    <>
      <StepHeading>{m.requests_created_title()}</StepHeading>
      <p>{m.transfer_created_text()}</p>
      <p className="pt-3 text-muted">{m.transfer_created_next()}</p>
      <DialogFooter>
        <SeeRequestStatus />
      </DialogFooter>
    </>
  )
}
