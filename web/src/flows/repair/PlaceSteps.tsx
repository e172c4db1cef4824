import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { QueryContent } from '#/kit/QueryContent'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { NewLocationStep } from '../location/NewLocationStep'
import { useItemsPlace } from '../location/use-items-place'
import { NEW_PLACE, PROBLEMS, type RepairFlow } from './model'

/** The saved address where the items are. The known address is selected. */
export function PlaceStep({ flow }: { flow: RepairFlow }) {
  const { placeId, chosen, added } = flow.draft
  const { query, offer } = useItemsPlace(chosen)
  return (
    <>
      <StepHeading>{m.repair_place()}</StepHeading>
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
            initialId={placeId || (places.length === 1 ? places[0] : undefined)}
            refusal={flow.refusal}
            onChosen={standAt(flow)}
            onAdd={() => {
              flow.change({})
              flow.go(NEW_PLACE)
            }}
          />
        )}
      </QueryContent>
    </>
  )
}

/** A new address in the city of the items. */
export function NewPlaceStep({ flow }: { flow: RepairFlow }) {
  const city = useCityOf(flow.draft.chosen)
  return (
    <NewLocationStep
      flow={flow}
      step={NEW_PLACE}
      title={m.repair_new_place()}
      boundCity={city}
      onMade={standAt(flow)}
    />
  )
}

/** Sets the address of the items, which is sent with the request. */
function standAt(flow: RepairFlow) {
  return (place: Address) => {
    flow.change({ placeId: place.id })
    flow.go(PROBLEMS)
  }
}
