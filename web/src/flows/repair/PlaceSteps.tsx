import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { AddressChoice } from '#/features/address/components/AddressChoice'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import type { Address } from '#/features/address/model'
import { useIsDesktop } from '#/shared/use-media'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { NEW_PLACE, PLACE, PROBLEMS, type RepairFlow, UNSERVED } from './model'
import { saveItemsAddress } from './queries'

/** At which saved address the items stand. */
export function PlaceStep({ flow }: { flow: RepairFlow }) {
  const { save, busy } = usePlace(flow)
  const { placeId } = flow.draft
  return (
    <>
      <StepHeading>{m.repair_place()}</StepHeading>
      <fieldset disabled={busy} aria-busy={busy}>
        <AddressChoice
          initialId={placeId}
          busy={busy}
          refusal={flow.refusal}
          onChosen={save}
          onAdd={() => {
            flow.change({})
            flow.go(NEW_PLACE)
          }}
        />
      </fieldset>
    </>
  )
}

/** A new address in the city where the items stand; below the news that its area is not served it waits. */
export function NewPlaceStep({ flow }: { flow: RepairFlow }) {
  const desktop = useIsDesktop()
  const { save, busy } = usePlace(flow)
  const city = useCityOf(flow.draft.chosen)
  const unserved = flow.step === UNSERVED ? flow.draft.unserved : undefined
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={flow.back} />}
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
