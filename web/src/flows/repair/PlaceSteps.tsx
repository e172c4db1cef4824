import { useMutation, useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import type { Address } from '#/features/address/model'
import { StepHeading } from '#/features/requests/FlowFrame'
import { toast } from '#/platform/toast'
import { useIsDesktop } from '#/shared/use-media'
import { NEW_PLACE, PLACE, PROBLEMS, type RepairFlowState, UNSERVED } from './model'
import { saveItemsAddress } from './queries'

/** At which saved address the items stand. */
export function PlaceStep({ flow }: { flow: RepairFlowState }) {
  const { save, busy } = usePlace(flow)
  const { placeId, refusal } = flow.draft
  return (
    <>
      <StepHeading>{m.repair_place()}</StepHeading>
      <fieldset disabled={busy} aria-busy={busy}>
        <AddressChoice
          initialId={placeId}
          busy={busy}
          refusal={refusal}
          onChosen={save}
          onAdd={() => {
            flow.change({ refusal: undefined })
            flow.go(NEW_PLACE)
          }}
        />
      </fieldset>
    </>
  )
}

/** A new address in the city where the items stand; below the news that its area is not served it waits. */
export function NewPlaceStep({ flow, onBack }: { flow: RepairFlowState; onBack(): void }) {
  const desktop = useIsDesktop()
  const { save, busy } = usePlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const unserved = flow.step === UNSERVED ? flow.draft.unserved : undefined
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={onBack} />}
      <div hidden={desktop && unserved !== undefined}>
        <StepHeading>{m.repair_new_place()}</StepHeading>
        <fieldset disabled={busy}>
          <NewAddressForm
            boundCity={city}
            onSaved={save}
            onNotServiceable={(message) => {
              flow.change({ unserved: { message } })
              flow.go(UNSERVED)
            }}
          />
        </fieldset>
      </div>
    </>
  )
}

/** The server hears at once where the items stand; what it refuses is mended among the saved addresses. */
function usePlace(flow: RepairFlowState) {
  const saving = useMutation({ mutationFn: ({ id }: Address) => saveItemsAddress(id, flow.draft.chosen) })
  const save = (place: Address) => {
    flow.change({ placeId: place.id, refusal: undefined })
    saving.mutate(place, {
      onSuccess: () => flow.go(PROBLEMS),
      onError: ({ message }) => {
        toast.error(message)
        flow.change({ placeId: undefined, refusal: message })
        if (flow.step !== PLACE) flow.go(PLACE)
      },
    })
  }
  return { save, busy: saving.isPending }
}

function useCityOf(ids: number[]): string | undefined {
  const { data } = useQuery(dashboardQuery)
  const item = data?.activeProductLists.find(({ id }) => ids.includes(id))
  return data?.locations.find(({ id }) => id === item?.locationId)?.name
}
