import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { Loaded } from '#/kit/Loaded'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { useItemsPlace } from '../location/use-items-place'
import { NEW_PICKUP_PLACE, PICKUP_DAY, PICKUP_PLACE, type RelocateFlow } from './model'
import { saveItemsAddress } from './queries'

/** From which saved address the items are picked up. Nothing is chosen at first: the spec has Continue disabled. */
export function PickupPlaceStep({ flow }: { flow: RelocateFlow }) {
  const { save, busy } = usePickupPlace(flow)
  const { pickupPlace, chosen } = flow.draft
  const { query, offer } = useItemsPlace(chosen)
  return (
    <>
      <StepHeading>{m.relocate_pickup_place()}</StepHeading>
      <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
        {(places) => (
          <fieldset disabled={busy} aria-busy={busy}>
            <AddressChoice
              offer={offer}
              present={places}
              initialId={pickupPlace?.id}
              busy={busy}
              refusal={flow.refusal}
              onChosen={save}
              onAdd={() => {
                flow.change({})
                flow.go(NEW_PICKUP_PLACE)
              }}
            />
          </fieldset>
        )}
      </Loaded>
    </>
  )
}

/** The server hears at once where the items stand: its slots depend on it, and a refusal is mended here. */
export function usePickupPlace(flow: RelocateFlow) {
  const saving = useMutation({ mutationFn: ({ id }: Address) => saveItemsAddress(id, flow.draft.chosen) })
  const save = (place: Address) => {
    flow.change({ pickupPlace: place })
    saving.mutate(place, {
      onSuccess: () => flow.go(PICKUP_DAY),
      onError: ({ message }) => flow.refuse({ message, step: PICKUP_PLACE, change: { pickupPlace: undefined } }),
    })
  }
  return { save, busy: saving.isPending }
}
