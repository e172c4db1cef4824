import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import type { Address } from '#/features/address/model'
import { StepHeading } from '#/features/requests/FlowFrame'
import { Refusal } from '#/features/requests/Refusal'
import { DROP_DAY, DROP_PLACE, NEW_DROP_PLACE, type RelocateFlowState } from './model'

/** To which saved address the items go. */
export function DropPlaceStep({ flow }: { flow: RelocateFlowState }) {
  const choose = useDropPlace(flow)
  return (
    <>
      <StepHeading>{m.relocate_drop_place()}</StepHeading>
      <div className="grid gap-4">
        <AddressChoice
          initialId={flow.draft.dropPlace?.id}
          onChosen={choose}
          onAdd={() => {
            flow.change({ refusal: undefined })
            flow.go(NEW_DROP_PLACE)
          }}
        />
        <Refusal message={flow.draft.refusal} />
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
