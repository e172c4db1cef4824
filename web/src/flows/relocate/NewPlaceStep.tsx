import { m } from '#/copy'
import { useCityOf } from '../kit/use-city'
import { NewLocationStep } from '../location/NewLocationStep'
import { useDropPlace } from './DropPlaceStep'
import { NEW_PICKUP_PLACE, type NewPlaceStep as Place, type RelocateFlow } from './model'
import { pickUpAt } from './PickupPlaceStep'

interface NewPlaceStepProps {
  step: Place
  flow: RelocateFlow
}

/** A new address: the pickup address, in the city of the items, or the destination. */
export function NewPlaceStep({ step, flow }: NewPlaceStepProps) {
  const chooseDrop = useDropPlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const isPickup = step === NEW_PICKUP_PLACE
  return (
    <NewLocationStep
      flow={flow}
      step={step}
      title={isPickup ? m.relocate_new_pickup_place() : m.relocate_new_drop_place()}
      boundCity={isPickup ? city : undefined}
      onMade={isPickup ? pickUpAt(flow) : chooseDrop}
    />
  )
}
