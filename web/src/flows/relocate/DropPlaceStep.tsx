import { m } from '#/copy'
import { AddressRadioList } from '#/features/address/components/AddressRadioList'
import type { Address } from '#/features/address/model'
import { heldWords } from '#/features/visits/slots'
import { StepHeading } from '../kit/StepHeading'
import { DROP_DAY, DROP_PLACE, NEW_DROP_PLACE, type RelocateFlow } from './model'

/** The saved address that the items go to. It must be served, and differ from the pickup address. */
export function DropPlaceStep({ flow }: { flow: RelocateFlow }) {
  const choose = useDropPlace(flow)
  const { slot, pickupPlace, dropPlace, added } = flow.draft
  const offer = {
    fits: ({ id, unserved }: Address) => !unserved && id !== pickupPlace?.id,
    others: m.relocate_no_drop(),
  }
  return (
    <>
      <StepHeading>{m.relocate_drop_place()}</StepHeading>
      <div className="grid gap-4">
        {slot?.heldUntil && <p className="text-muted text-support">{heldWords(slot)}</p>}
        <AddressRadioList
          offer={offer}
          added={added}
          initialId={dropPlace?.id}
          refusal={flow.refusal}
          onChosen={choose}
          onAdd={() => {
            flow.change({})
            flow.go(NEW_DROP_PLACE)
          }}
        />
      </div>
    </>
  )
}

/**
 * Sets the destination, which must differ from the pickup address.
 * Cities have their own holidays, so the delivery day must be chosen again.
 */
export function useDropPlace(flow: RelocateFlow) {
  return (place: Address) => {
    if (place.id === flow.draft.pickupPlace?.id) {
      flow.refuse({ message: m.relocate_same_place(), step: DROP_PLACE })
      return
    }
    flow.change({ dropPlace: place, drop: undefined })
    flow.go(DROP_DAY)
  }
}
