import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { Loaded } from '#/kit/Loaded'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { NewPlace } from '../location/NewPlace'
import { useItemsPlace } from '../location/use-items-place'
import { NEW_PLACE, PLACE, PROBLEMS, type RepairFlow, UNSERVED } from './model'
import { saveItemsAddress } from './queries'

/** At which saved address the items stand: the present one is chosen. */
export function PlaceStep({ flow }: { flow: RepairFlow }) {
  const { save, busy } = usePlace(flow)
  const { placeId, chosen } = flow.draft
  const { query, offer } = useItemsPlace(chosen)
  return (
    <>
      <StepHeading>{m.repair_place()}</StepHeading>
      <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
        {(places) => (
          <fieldset disabled={busy} aria-busy={busy}>
            <AddressChoice
              offer={offer}
              present={places}
              initialId={placeId ?? (places.length === 1 ? places[0] : undefined)}
              busy={busy}
              refusal={flow.refusal}
              onChosen={save}
              onAdd={() => {
                flow.change({})
                flow.go(NEW_PLACE)
              }}
            />
          </fieldset>
        )}
      </Loaded>
    </>
  )
}

/** A new address in the city where the items stand. */
export function NewPlaceStep({ flow }: { flow: RepairFlow }) {
  const { save, busy } = usePlace(flow)
  return (
    <NewPlace
      title={m.repair_new_place()}
      boundCity={useCityOf(flow.draft.chosen)}
      busy={busy}
      unserved={flow.step === UNSERVED ? flow.draft.unserved : undefined}
      onSaved={save}
      onNotServiceable={(message) => {
        flow.change({ unserved: { message } })
        flow.go(UNSERVED)
      }}
      onBack={flow.back}
    />
  )
}

/** The server hears at once where the items stand; what it refuses is mended among the saved addresses. */
function usePlace(flow: RepairFlow) {
  const saving = useMutation({ mutationFn: ({ id }: Address) => saveItemsAddress(id, flow.draft.chosen) })
  const save = (place: Address) => {
    flow.change({ placeId: place.id })
    saving.mutate(place, {
      onSuccess: () => flow.go(PROBLEMS),
      onError: ({ message }) => flow.refuse({ message, step: PLACE, change: { placeId: undefined } }),
    })
  }
  return { save, busy: saving.isPending }
}
