import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#/copy'
import { AddressText } from '#/kit/AddressText'
import { WhyNot } from '#/kit/WhyNot'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import type { Address } from '../model'
import { SavedAddresses } from './SavedAddresses'

/** Which of the saved addresses can be used. */
export interface AddressOffer {
  fits(address: Address): boolean
  /** Why others are not there to be chosen. */
  others: string
}

export interface AddressChoiceProps {
  /** Without it every saved address can be used. */
  offer?: AddressOffer
  /** Addresses that are to be saved with the request, beside the saved ones. */
  added?: readonly Address[]
  /** Ids of the addresses at which the items stand now. */
  present?: readonly number[]
  /** The saved address that is chosen at first. */
  initialId?: number
  /** What was chosen is being told to the server. */
  busy?: boolean
  /** Why what was chosen will not do. */
  refusal?: string
  onChosen(address: Address): void
  onAdd(): void
}

/** A new address, or one of the saved ones. */
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

/** The saved addresses, and those that are to be saved with the request. */
export function withAdded(saved: Address[], added: readonly Address[] = []): Address[] {
  return [...saved, ...added.filter(({ id }) => saved.every((address) => address.id !== id))]
}

export function offeredOf(addresses: Address[], offer?: AddressOffer): Address[] {
  return offer ? addresses.filter(offer.fits) : addresses
}

interface NotOfferedProps {
  /** How many addresses are saved, and how many of them are there to be chosen. */
  all: number
  offered: number
  offer?: AddressOffer
}

/** That there is no saved address, or why some of them are not offered. */
export function NotOffered({ all, offered, offer }: NotOfferedProps) {
  return (
    <>
      {offered === 0 && <p className="py-4 text-center text-muted">{m.address_empty()}</p>}
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
        <WhyNot>{refusal}</WhyNot>
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

/** That the items stand at this address now. */
export function ItemsHere() {
  return <span className="block font-semibold text-brand-ink text-support">{m.address_items_here()}</span>
}
