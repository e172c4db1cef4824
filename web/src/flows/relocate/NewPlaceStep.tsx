import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import { StepHeading } from '#/features/requests/FlowFrame'
import { useIsDesktop } from '#/shared/use-media'
import { useDropPlace } from './DropPlaceStep'
import { NEW_PICKUP_PLACE, type NewPlaceStep as Place, type RelocateFlowState, UNSERVED } from './model'
import { usePickupPlace } from './PickupPlaceStep'

interface NewPlaceStepProps {
  step: Place
  flow: RelocateFlowState
  /** The area that was found is not served. */
  unserved?: { message?: string }
  onBack(): void
}

/** A new address to pick up from, in the city where the items stand, or to bring them to. */
export function NewPlaceStep({ step, flow, unserved, onBack }: NewPlaceStepProps) {
  const desktop = useIsDesktop()
  const pickup = usePickupPlace(flow)
  const chooseDrop = useDropPlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const isPickup = step === NEW_PICKUP_PLACE
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={onBack} />}
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

/** The city in which items stand. */
function useCityOf(ids: number[]): string | undefined {
  const { data } = useQuery(dashboardQuery)
  const item = data?.activeProductLists.find(({ id }) => ids.includes(id))
  return data?.locations.find(({ id }) => id === item?.locationId)?.name
}
