import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { StepHeading } from '../kit/StepHeading'
import { NEW_PICKUP_PLACE, PICKUP_DAY, PICKUP_PLACE, type RelocateFlow } from './model'
import { saveItemsAddress } from './queries'

/** From which saved address the items are picked up. */
export function PickupPlaceStep({ flow }: { flow: RelocateFlow }) {
  const { save, busy } = usePickupPlace(flow)
  const { pickupPlace } = flow.draft
  return (
    <>
      <StepHeading>{m.relocate_pickup_place()}</StepHeading>
      <fieldset disabled={busy} aria-busy={busy}>
        <AddressChoice
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
