import { m } from '#/copy'
import { useCityOf } from '../kit/use-city'
import { NewPlace } from '../location/NewPlace'
import { useDropPlace } from './DropPlaceStep'
import { NEW_PICKUP_PLACE, type NewPlaceStep as Place, type RelocateFlow, UNSERVED } from './model'
import { usePickupPlace } from './PickupPlaceStep'

interface NewPlaceStepProps {
  step: Place
  flow: RelocateFlow
}

/** A new address to pick up from, in the city where the items stand, or to bring them to. */
export function NewPlaceStep({ step, flow }: NewPlaceStepProps) {
  const pickup = usePickupPlace(flow)
  const chooseDrop = useDropPlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const isPickup = step === NEW_PICKUP_PLACE
  return (
    <NewPlace
      title={isPickup ? m.relocate_new_pickup_place() : m.relocate_new_drop_place()}
      boundCity={isPickup ? city : undefined}
      busy={pickup.busy}
      unserved={flow.step === UNSERVED ? flow.draft.unserved : undefined}
      onSaved={isPickup ? pickup.save : chooseDrop}
      onNotServiceable={(message) => {
        flow.change({ unserved: { step, message } })
        flow.go(UNSERVED)
      }}
      onBack={flow.back}
    />
  )
}
