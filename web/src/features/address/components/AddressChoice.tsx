import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#/copy'
import { AddressText } from '#/kit/AddressText'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import type { Address } from '../model'
import { SavedAddresses } from './SavedAddresses'

/** Which of the saved addresses the customer can use. */
export interface AddressOffer {
  fits(address: Address): boolean
  /** Why the other addresses are not offered. */
  others: string
}

export interface AddressChoiceProps {
  /** Without an offer, the customer can use every saved address. */
  offer?: AddressOffer
  /** New addresses, which are saved only with the request. They are listed with the saved ones. */
  added?: readonly Address[]
  /** The ids of the addresses where the items are now. */
  present?: readonly number[]
  /** The id of the saved address that is selected at first. */
  initialId?: number
  /** The choice is being sent to the server. */
  busy?: boolean
  /** Why the server refused the choice. */
  refusal?: string
  onChosen(address: Address): void
  onAdd(): void
}

/** Lets the customer choose a saved address or add a new one. */
export function AddressChoice(props: AddressChoiceProps) {
  return (
    <div className="grid gap-4">
      <Button variant="secondary" wide onClick={props.onAdd}>
        <Plus aria-hidden="true" className="size-5" />
        {m.address_add_new()}
      </Button>
      <p className="flex items-center gap-3 text-muted text-support before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.address_or()}
      </p>
      <SavedAddresses>
        {(saved) => {
          const addresses = withAdded(saved, props.added)
          const offered = offeredOf(addresses, props.offer)
          return (
            <>
              {offered.length > 0 && <Choice {...props} addresses={offered} />}
              <NotOffered all={addresses.length} offered={offered.length} offer={props.offer} />
            </>
          )
        }}
      </SavedAddresses>
    </div>
  )
}

/** The saved addresses, followed by those that will be saved with the request. */
export function withAdded(saved: Address[], added: readonly Address[] = []): Address[] {
  return [...saved, ...added.filter(({ id }) => saved.every((address) => address.id !== id))]
}

export function offeredOf(addresses: Address[], offer?: AddressOffer): Address[] {
  return offer ? addresses.filter(offer.fits) : addresses
}

interface NotOfferedProps {
  /** The number of saved addresses. `offered` is how many of them can be chosen. */
  all: number
  offered: number
  offer?: AddressOffer
}

/** Says that there is no saved address, that none of them can be chosen, or why some are not offered. */
export function NotOffered({ all, offered, offer }: NotOfferedProps) {
  return (
    <>
      {offered === 0 && (
        <p className="py-4 text-center text-muted">{all === 0 ? m.address_empty() : m.address_none_offered()}</p>
      )}
      {all > offered && <p className="text-muted text-support">{offer?.others}</p>}
    </>
  )
}

function Choice({
  addresses,
  present,
  initialId,
  busy,
  refusal,
  onChosen,
}: AddressChoiceProps & { addresses: Address[] }) {
  const name = useId()
  const [id, setId] = useState(initialId)
  const chosen = addresses.find((address) => address.id === id)
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="pb-3 font-semibold">{m.address_choose_below()}</legend>
        {addresses.map((address, index) => (
          <RadioCard
            key={address.id}
            name={name}
            title={m.address_number({ number: index + 1 })}
            note={
              <>
                <AddressText address={address} />
                {present?.includes(address.id) && <ItemsHere />}
              </>
            }
            aside={address === chosen && <Chip tone="success">{m.address_selected()}</Chip>}
            checked={address === chosen}
            onChange={() => setId(address.id)}
          />
        ))}
      </fieldset>
      <DialogFooter>
        <InlineError>{refusal}</InlineError>
        <Button
          wide
          busy={busy}
          disabled={!chosen}
          disabledReason={m.address_choose_first()}
          onClick={() => chosen && onChosen(chosen)}
        >
          {m.address_continue()}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Says that the items are at this address now. */
export function ItemsHere() {
  return <span className="block font-semibold text-brand-ink text-support">{m.address_items_here()}</span>
}
