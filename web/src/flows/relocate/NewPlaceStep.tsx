import { m } from '#/copy'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import { useIsDesktop } from '#/shared/use-media'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { useDropPlace } from './DropPlaceStep'
import { NEW_PICKUP_PLACE, type NewPlaceStep as Place, type RelocateFlow, UNSERVED } from './model'
import { usePickupPlace } from './PickupPlaceStep'

interface NewPlaceStepProps {
  step: Place
  flow: RelocateFlow
}

/** A new address to pick up from, in the city where the items stand, or to bring them to. */
export function NewPlaceStep({ step, flow }: NewPlaceStepProps) {
  // The news that the area is not served stands above the form.
  const unserved = flow.step === UNSERVED ? flow.draft.unserved : undefined
  const desktop = useIsDesktop()
  const pickup = usePickupPlace(flow)
  const chooseDrop = useDropPlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const isPickup = step === NEW_PICKUP_PLACE
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={flow.back} />}
      <div hidden={desktop && unserved !== undefined}>
        <StepHeading>{isPickup ? m.relocate_new_pickup_place() : m.relocate_new_drop_place()}</StepHeading>
        <fieldset disabled={pickup.busy}>
          <NewAddressForm
            boundCity={isPickup ? city : undefined}
            onSaved={isPickup ? pickup.save : chooseDrop}
            onNotServiceable={(message) => {
              flow.change({ unserved: { step, message } })
              flow.go(UNSERVED)
            }}
          />
        </fieldset>
      </div>
    </>
  )
}
