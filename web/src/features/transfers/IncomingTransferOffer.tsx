import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { addressesQuery } from '#/api/addresses'
import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { AddressText } from '#/kit/AddressText'
import { ChangeButton } from '#/kit/ChangeButton'
import { dataAge } from '#/kit/DataAge'
import { formatDay } from '#/kit/dates'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { useToastIfGone } from '#/kit/toast-if-gone'
import { formatRupees } from '#/shared/money'
import { RadioCard } from '#/ui/ChoiceCard'
import { FieldError } from '#/ui/Field'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { SkeletonList } from '#/ui/Skeleton'
import { acceptTransfer, byAnAnswer } from './answers'
import { IncomingTransferDecline } from './IncomingTransferDecline'
import { rentOf } from './model'
import type { Address, IncomingTransfer } from './queries'

interface TransferProps {
  transfer: IncomingTransfer
}

const schema = v.object({
  addressId: v.pipe(
    v.number(),
    v.minValue(1, () => m.transfers_address_first()),
  ),
})

/** What accepting means, where the items will be, and the buttons to answer. */
export function IncomingTransferOffer({ transfer, addedId }: TransferProps & { addedId?: number }) {
  const lastDay = formatDay(transfer.lastDay)
  const changed = useChanged()
  const toastIfGone = useToastIfGone()
  const accept = useMutation({
    mutationFn: (id: number) => acceptTransfer(transfer.ticketId, id),
    onError: toastIfGone,
    onSettled: () => changed(...byAnAnswer),
  })
  const form = useForm({
    schema,
    initialValues: { addressId: 0 },
    send: ({ addressId: chosen }) => accept.mutateAsync(chosen),
  })
  const { change } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when it has been added
  useEffect(() => {
    if (addedId !== undefined) change({ addressId: addedId })
  }, [addedId])
  const { addressId } = form.answers
  return (
    <form {...form.props} className="grid gap-5 border-line border-t pt-4">
      <Meaning transfer={transfer} />
      {lastDay && <p>{m.transfers_answer_by({ day: lastDay })}</p>}
      <AddressChoice
        transfer={transfer}
        chosen={addressId}
        wrong={form.errors.addressId}
        onChoose={(id) => form.change({ addressId: id })}
      />
      <InlineError>{form.submitError}</InlineError>
      <div className="flex flex-wrap gap-3">
        <ChangeButton type="submit" busy={form.busy}>
          {m.transfers_accept()}
        </ChangeButton>
        <IncomingTransferDecline transfer={transfer} />
      </div>
    </form>
  )
}

function Meaning({ transfer }: TransferProps) {
  const { from: name } = transfer
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{m.transfers_meaning_title()}</p>
      <ul className="ml-5 grid list-disc gap-1 text-muted">
        <li>{m.transfers_meaning_deposit({ amount: formatRupees(transfer.deposit) })}</li>
        <li>{m.transfers_meaning_rent({ amount: formatRupees(rentOf(transfer)) })}</li>
        <li>{m.transfers_meaning_agreement({ name })}</li>
      </ul>
    </div>
  )
}

interface AddressChoiceProps extends TransferProps {
  /** 0 while no address is chosen. */
  chosen: number
  /** Why the offer cannot be accepted yet. */
  wrong: string | undefined
  onChoose(id: number): void
}

/** The customer's addresses in the city of the items. Other cities are not allowed. */
function AddressChoice({ transfer, chosen, wrong, onChoose }: AddressChoiceProps) {
  // The list around it requests the addresses too, and has already reported a failure.
  const addresses = useQuery({ ...addressesQuery(useCustomerId()), retryOnMount: false })
  const dashboard = useDashboard()
  const loading = {
    failed: m.address_list_failed(),
    pending: <SkeletonList label={m.transfers_addresses_loading()} rows={1} />,
  }
  return (
    <QueryContent query={addresses} {...loading} age={dataAge}>
      {(all) => (
        <QueryContent query={dashboard} {...loading} age={null}>
          {({ locations }) => {
            const city = locations.find(({ id }) => id === transfer.items[0]?.locationId)?.name ?? ''
            const here = all.filter((address) => address.city === city)
            return (
              <fieldset className="grid gap-3" aria-invalid={wrong !== undefined || undefined}>
                <legend className="pb-3 font-semibold">{m.transfers_address_question({ city })}</legend>
                {here.map((address) => (
                  <AddressCard
                    key={address.id}
                    group={`address-of-${transfer.ticketId}`}
                    address={address}
                    checked={address.id === chosen}
                    onChoose={onChoose}
                  />
                ))}
                {here.length > 0 ? (
                  <AddAddress quiet ticketId={transfer.ticketId} city={city} />
                ) : (
                  <NoAddress ticketId={transfer.ticketId} city={city} />
                )}
                {wrong && <FieldError>{wrong}</FieldError>}
              </fieldset>
            )
          }}
        </QueryContent>
      )}
    </QueryContent>
  )
}

interface AddressCardProps {
  group: string
  address: Address
  checked: boolean
  onChoose(id: number): void
}

function AddressCard({ group, address, checked, onChoose }: AddressCardProps) {
  return (
    <RadioCard
      name={group}
      title={<AddressText address={address} />}
      checked={checked}
      onChange={() => onChoose(address.id)}
    />
  )
}

interface NewAddressProps {
  ticketId: string
  /** The city that the address must be in. */
  city: string
}

function NoAddress({ ticketId, city }: NewAddressProps) {
  return (
    <Notice
      tone="due"
      title={m.transfers_address_none({ city })}
      action={<AddAddress ticketId={ticketId} city={city} />}
    >
      {m.transfers_address_none_text()}
    </Notice>
  )
}

/** The page opens the address form in a dialog. */
function AddAddress({ ticketId, city, quiet = false }: NewAddressProps & { quiet?: boolean }) {
  return (
    <LinkButton
      to="."
      search={(search) => ({ ...search, newaddress: 'true' as const })}
      state={{ addressFor: { ticketId, city } }}
      resetScroll={false}
      compact
      variant={quiet ? 'quiet' : 'secondary'}
      className="justify-self-start"
    >
      {m.transfers_address_add()}
    </LinkButton>
  )
}
