import { m } from '#/copy'
import { AddressRadioList } from '#/features/address/components/AddressRadioList'
import { QueryContent } from '#/kit/QueryContent'
import { SpinnerBlock } from '#/ui/Spinner'
import type { FlowDraft } from '../kit/define-flow'
import { StepHeading } from '../kit/StepHeading'
import { useItemsPlace } from './use-items-place'

interface LocationStepProps {
  flow: { draft: FlowDraft; refusal: string | undefined }
  /** The address that was chosen before. */
  addressId?: number
  onLocated(addressId: number): void
  onAdd(): void
}

/**
 * Asks where the items are. The known address is selected.
 * Another choice is sent to the server with the request.
 */
export function LocationStep({ flow, addressId, onLocated, onAdd }: LocationStepProps) {
  const { chosen, added } = flow.draft
  const { query, offer } = useItemsPlace(chosen)
  return (
    <>
      <StepHeading>{m.location_moved_question()}</StepHeading>
      <QueryContent
        query={query}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        failed={m.address_list_failed()}
        age={null}
      >
        {(places) => (
          <AddressRadioList
            offer={offer}
            added={added}
            present={places}
            initialId={addressId ?? (places.length === 1 ? places[0] : undefined)}
            refusal={flow.refusal}
            onChosen={({ id }) => onLocated(id)}
            onAdd={onAdd}
          />
        )}
      </QueryContent>
    </>
  )
}
