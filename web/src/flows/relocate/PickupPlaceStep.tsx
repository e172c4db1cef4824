import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { StepHeading } from '#/features/requests/FlowFrame'
import { toast } from '#/platform/toast'
import { NEW_PICKUP_PLACE, PICKUP_DAY, PICKUP_PLACE, type RelocateFlowState } from './model'
import { saveItemsAddress } from './queries'

/** From which saved address the items are picked up. */
export function PickupPlaceStep({ flow }: { flow: RelocateFlowState }) {
  const { save, busy } = usePickupPlace(flow)
  const { pickupPlace, refusal } = flow.draft
  return (
    <>
      <StepHeading>{m.relocate_pickup_place()}</StepHeading>
      <fieldset disabled={busy} aria-busy={busy}>
        <AddressChoice
          initialId={pickupPlace?.id}
          busy={busy}
          refusal={refusal}
          onChosen={save}
          onAdd={() => {
            flow.change({ refusal: undefined })
            flow.go(NEW_PICKUP_PLACE)
          }}
        />
      </fieldset>
    </>
  )
}

/** The server hears at once where the items stand: its slots depend on it, and a refusal is mended here. */
export function usePickupPlace(flow: RelocateFlowState) {
  const saving = useMutation({ mutationFn: ({ id }: Address) => saveItemsAddress(id, flow.draft.chosen) })
  const save = (place: Address) => {
    flow.change({ pickupPlace: place, refusal: undefined })
    saving.mutate(place, {
      onSuccess: () => flow.go(PICKUP_DAY),
      onError: ({ message }) => {
        toast.error(message)
        flow.change({ pickupPlace: undefined, refusal: message })
        if (flow.step !== PICKUP_PLACE) flow.go(PICKUP_PLACE)
      },
    })
  }
  return { save, busy: saving.isPending }
}
