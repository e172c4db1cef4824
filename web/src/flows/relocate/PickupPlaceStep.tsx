import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { QueryContent } from '#/kit/QueryContent'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { useItemsPlace } from '../location/use-items-place'
import { NEW_PICKUP_PLACE, PICKUP_DAY, type RelocateFlow } from './model'

/** The saved address where the items are picked up. Nothing is selected at first, as the spec requires. */
export function PickupPlaceStep({ flow }: { flow: RelocateFlow }) {
  const { pickupPlace, chosen, added } = flow.draft
  const { query, offer } = useItemsPlace(chosen)
  return (
    <>
      <StepHeading>{m.relocate_pickup_place()}</StepHeading>
      <QueryContent
        query={query}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        failed={m.address_list_failed()}
        age={null}
      >
        {(places) => (
          <AddressChoice
            offer={offer}
            added={added}
            present={places}
            initialId={pickupPlace?.id}
            refusal={flow.refusal}
            onChosen={pickUpAt(flow)}
            onAdd={() => {
              flow.change({})
              flow.go(NEW_PICKUP_PLACE)
            }}
          />
        )}
      </QueryContent>
    </>
  )
}

/** Sets the pickup address, which is sent with the request. The destination must differ from it. */
export function pickUpAt(flow: RelocateFlow) {
  return (place: Address) => {
    const { dropPlace } = flow.draft
    flow.change({ pickupPlace: place, dropPlace: dropPlace?.id === place.id ? undefined : dropPlace })
    flow.go(PICKUP_DAY)
  }
}
