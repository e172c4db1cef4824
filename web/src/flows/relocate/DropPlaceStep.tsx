import { m } from '#/copy'
import { AddressRadioList } from '#/features/address/components/AddressRadioList'
import type { Address } from '#/features/address/model'
import { StepHeading } from '#/features/requests/FlowFrame'
import { DROP_DAY, DROP_PLACE, NEW_DROP_PLACE, type RelocateFlowState } from './model'
import { heldWords } from './slots'

/** To which saved address the items go. */
export function DropPlaceStep({ flow }: { flow: RelocateFlowState }) {
  const choose = useDropPlace(flow)
  const { slot, dropPlace, refusal } = flow.draft
  return (
    <>
      <StepHeading>{m.relocate_drop_place()}</StepHeading>
      <div className="grid gap-4">
        {slot?.heldUntil && <p className="text-muted text-support">{heldWords(slot)}</p>}
        <AddressRadioList
          initialId={dropPlace?.id}
          refusal={refusal}
          onChosen={choose}
          onAdd={() => {
            flow.change({ refusal: undefined })
            flow.go(NEW_DROP_PLACE)
          }}
        />
      </div>
    </>
  )
}

/** Another address than the one from which they come; nobody comes to it on other holidays, so its day is asked anew. */
export function useDropPlace(flow: RelocateFlowState) {
  return (place: Address) => {
    if (place.id === flow.draft.pickupPlace?.id) {
      flow.change({ refusal: m.relocate_same_place() })
      if (flow.step !== DROP_PLACE) flow.go(DROP_PLACE)
      return
    }
    flow.change({ dropPlace: place, drop: undefined, refusal: undefined })
    flow.go(DROP_DAY)
  }
}
