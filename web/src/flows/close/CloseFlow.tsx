import { m } from '#/copy'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundPreference } from '#/features/refund/components/RefundPreference'
import { UpiForm } from '#/features/refund/components/UpiForm'
import type { RefundStep } from '#/features/refund/model'
import { flowWords } from '#/features/requests/model'
import { requestCodes } from '#/kit/request-kinds'
import type { DialogProps } from '#/shared/dialog-props'
import { ChooseItems } from '../kit/ChooseItems'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { useCityOf } from '../kit/use-city'
import { LocationStep } from '../location/LocationStep'
import { UNSERVED } from '../location/model'
import { NewLocationStep } from '../location/NewLocationStep'
import { CalculationStep } from './CalculationStep'
import { ClosureCreated } from './ClosureCreated'
import { ConfirmationStep } from './ConfirmationStep'
import {
  BANK,
  CALCULATION,
  type CloseDraft,
  type CloseFlow,
  type CloseStep,
  type ClosureMade,
  CONFIRMATION,
  isLocated,
  isPlanned,
  isSettled,
  LOCATION,
  NEW_LOCATION,
  PICKUP,
  SETTLEMENT,
  UPI,
} from './model'
import { PickupStep } from './PickupStep'

interface ScreenProps {
  flow: CloseFlow
}

/** The flow that gives items back: which, from where, when and why, how to refund, and at what charge. */
const closeFlow = defineFlow<CloseDraft, CloseStep, ClosureMade>({
  name: 'close-subscription',
  title: flowWords['close-subscription'].title,
  start: { chosen: [] },
  total: 5,
  steps: {
    [PRODUCTS]: { progress: 1, opens: () => true, Screen: Products },
    [LOCATION]: { progress: 2, opens: hasItems, Screen: Location },
    [NEW_LOCATION]: { progress: 2, opens: hasItems, Screen: NewLocation },
    [UNSERVED]: { progress: 2, opens: ({ unserved }) => unserved !== undefined, on: () => NEW_LOCATION },
    [PICKUP]: { progress: 3, opens: isLocated, Screen: PickupStep },
    [SETTLEMENT]: { progress: 4, opens: isPlanned, Screen: Settlement },
    [BANK]: { progress: 4, opens: isPlanned, Screen: Bank },
    [UPI]: { progress: 4, opens: isPlanned, Screen: Upi },
    [CONFIRMATION]: { progress: 5, opens: isSettled, Screen: ConfirmationStep },
    [CALCULATION]: { progress: 5, opens: isSettled, Screen: ({ flow }) => <CalculationStep onBack={flow.back} /> },
  },
  mends: { addressId: LOCATION, preferredPickupDate: PICKUP, message: PICKUP },
  Created: ClosureCreated,
})

export default function CloseDialog(dialog: DialogProps) {
  return <FlowDialog definition={closeFlow} dialog={dialog} />
}

function Products({ flow }: ScreenProps) {
  return (
    <ChooseItems
      flow={flow}
      forgets={{ addressId: undefined }}
      code={requestCodes.closure}
      onward={() => flow.go(LOCATION)}
    />
  )
}

function Location({ flow }: ScreenProps) {
  return (
    <LocationStep
      flow={flow}
      addressId={flow.draft.addressId}
      onLocated={located(flow)}
      onAdd={() => flow.go(NEW_LOCATION)}
    />
  )
}

function NewLocation({ flow }: ScreenProps) {
  const city = useCityOf(flow.draft.chosen)
  return (
    <NewLocationStep
      flow={flow}
      step={NEW_LOCATION}
      title={m.address_add_new()}
      boundCity={city}
      onMade={({ id }) => located(flow)(id)}
    />
  )
}

function located(flow: CloseFlow) {
  return (addressId: number) => {
    flow.change({ addressId })
    flow.go(PICKUP)
  }
}

function Settlement({ flow }: ScreenProps) {
  return <RefundPreference mode="close-flow" onNext={settled(flow)} />
}

function Bank({ flow }: ScreenProps) {
  return <BankDetailsForm mode="close-flow" onNext={settled(flow)} />
}

function Upi({ flow }: ScreenProps) {
  return <UpiForm mode="close-flow" onNext={settled(flow)} />
}

function settled(flow: CloseFlow) {
  return (next: RefundStep) => {
    if (next === CONFIRMATION) flow.change({ settled: true })
    if (next === CONFIRMATION || next === BANK || next === UPI) flow.go(next)
  }
}
