import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#/copy'
import { AddressText } from '#/kit/AddressText'
import { useRequiredChoice } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import type { Address } from '../model'
import { type AddressChoiceProps, ItemsHere, NotOffered, offeredOf, withAdded } from './AddressChoice'
import { SavedAddresses } from './SavedAddresses'

/** The saved addresses as radio buttons, with a row that adds one. */
export function AddressRadioList(props: AddressChoiceProps) {
  return (
    <SavedAddresses>{(saved) => <RadioList {...props} addresses={withAdded(saved, props.added)} />}</SavedAddresses>
  )
}

function RadioList({
  addresses: all,
  offer,
  present,
  initialId,
  busy,
  refusal,
  onChosen,
  onAdd,
}: AddressChoiceProps & { addresses: Address[] }) {
  const name = useId()
  const addresses = offeredOf(all, offer)
  const [id, setId] = useState(initialId)
  const chosen = addresses.find((address) => address.id === id)
  const { within, error, ifComplete } = useRequiredChoice(chosen ? undefined : m.address_please_select())
  return (
    <div ref={within} className="grid gap-3">
      <fieldset className="grid gap-3" aria-invalid={error !== undefined || undefined}>
        <legend className="visually-hidden">{m.address_choose_below()}</legend>
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            name={name}
            title={<AddressText address={address} />}
            note={present?.includes(address.id) && <ItemsHere />}
            checked={address === chosen}
            onChange={() => setId(address.id)}
          />
        ))}
        <NotOffered all={all.length} offered={addresses.length} offer={offer} />
        <button
          type="button"
          className="flex min-h-12 items-center gap-3 rounded-control border-[1.5px] border-control border-dashed p-4 font-semibold text-brand-ink"
          onClick={onAdd}
        >
          <Plus aria-hidden="true" className="size-5" />
          {m.address_add_row()}
        </button>
      </fieldset>
      <DialogFooter>
        <InlineError>{error ?? refusal}</InlineError>
        <Button wide busy={busy} onClick={() => ifComplete(() => chosen && onChosen(chosen))}>
          {m.address_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}
