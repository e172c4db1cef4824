import { useMutation } from '@tanstack/react-query'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { AddressRadioList } from '#/features/address/components/AddressRadioList'
import type { Address } from '#/features/address/model'
import { Loaded } from '#/kit/Loaded'
import { toast } from '#/platform/toast'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { useItemsPlace } from './use-items-place'

export interface LocationStepProps {
  /** Ids of the items. */
  chosen: readonly number[]
  /** The address that is known to the server as the place of the items now. */
  onLocated(addressId: number): void
  onAdd(): void
}

/** Where do the items stand? The present address is chosen; another one is told to the server before going on. */
export function LocationStep({ chosen, onLocated, onAdd }: LocationStepProps) {
  const { query, offer } = useItemsPlace(chosen)
  const { stand, refusal, busy } = useStandAt(chosen, onLocated)
  return (
    <>
      <StepHeading>{m.requests_moved_question()}</StepHeading>
      <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
        {(places) => (
          <AddressRadioList
            offer={offer}
            present={places}
            initialId={places.length === 1 ? places[0] : undefined}
            busy={busy}
            refusal={refusal}
            onChosen={({ id }) => (places.every((place) => place === id) ? onLocated(id) : stand(id))}
            onAdd={onAdd}
          />
        )}
      </Loaded>
    </>
  )
}

/** Tells the server that the items stand at another of the customer's addresses. */
export function useStandAt(chosen: readonly number[], onLocated: (addressId: Address['id']) => void) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/Dashboards/saveOrderItemsAddress', { body: { id, orderItems: [...chosen] } })),
  })
  const stand = (id: number) =>
    mutate(id, { onSuccess: () => onLocated(id), onError: ({ message }) => toast.error(message) })
  return { stand, refusal: error?.message, busy: isPending }
}
