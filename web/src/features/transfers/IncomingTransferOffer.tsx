import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addressesQuery } from '#/api/addresses'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { AddressText } from '#/kit/AddressText'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { useSessionUser } from '#/platform/session'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { SkeletonList } from '#/ui/Skeleton'
import { IncomingTransferDecline } from './IncomingTransferDecline'
import { type Address, acceptTransfer, type IncomingTransfer, rentOf } from './queries'

interface TransferProps {
  transfer: IncomingTransfer
}

/** What accepting means, where the items will stand, and the answer. */
export function IncomingTransferOffer({ transfer }: TransferProps) {
  const lastDay = formatDay(transfer.lastDay)
  const [addressId, setAddressId] = useState<number>()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: (id: number) => acceptTransfer(transfer.ticketId, id),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (addressId !== undefined && !accept.isPending) accept.mutate(addressId)
  }
  return (
    <form onSubmit={submit} className="grid gap-5 border-line border-t pt-4">
      <Meaning transfer={transfer} />
      {lastDay && <p>{m.transfer_answer_by({ day: lastDay })}</p>}
      <AddressChoice transfer={transfer} chosen={addressId} onChoose={setAddressId} />
      {accept.error && <Notice tone="danger">{accept.error.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          busy={accept.isPending}
          disabled={addressId === undefined}
          disabledReason={m.transfer_address_first()}
        >
          {m.transfer_accept()}
        </Button>
        <IncomingTransferDecline transfer={transfer} />
      </div>
    </form>
  )
}

function Meaning({ transfer }: TransferProps) {
  const { from: name } = transfer
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{m.transfer_meaning_title()}</p>
      <ul className="ml-5 grid list-disc gap-1 text-muted">
        <li>{m.transfer_meaning_deposit({ amount: formatRupees(transfer.deposit) })}</li>
        <li>{m.transfer_meaning_rent({ amount: formatRupees(rentOf(transfer)) })}</li>
        <li>{m.transfer_meaning_agreement({ name })}</li>
      </ul>
    </div>
  )
}

interface AddressChoiceProps extends TransferProps {
  chosen: number | undefined
  onChoose(id: number): void
}

/** The customer's addresses in the city of the items; another city is not permitted. */
function AddressChoice({ transfer, chosen, onChoose }: AddressChoiceProps) {
  const addresses = useQuery(addressesQuery(useSessionUser()?.id ?? 0))
  const dashboard = useQuery(dashboardQuery)
  const loading = {
    failed: m.transfer_addresses_failed(),
    pending: <SkeletonList label={m.transfer_addresses_loading()} rows={1} />,
  }
  return (
    <Loaded query={addresses} {...loading}>
      {(all) => (
        <Loaded query={dashboard} {...loading}>
          {({ locations }) => {
            const city = locations.find(({ id }) => id === transfer.items[0]?.locationId)?.name ?? ''
            const here = all.filter((address) => address.city === city)
            if (here.length === 0) return <NoAddress city={city} />
            return (
              <fieldset className="grid gap-3">
                <legend className="pb-3 font-semibold">{m.transfer_address_question({ city })}</legend>
                {here.map((address) => (
                  <AddressCard
                    key={address.id}
                    group={`address-of-${transfer.ticketId}`}
                    address={address}
                    checked={address.id === chosen}
                    onChoose={onChoose}
                  />
                ))}
                <AddAddress quiet />
              </fieldset>
            )
          }}
        </Loaded>
      )}
    </Loaded>
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

function NoAddress({ city }: { city: string }) {
  return (
    <Notice tone="due" title={m.transfer_address_none({ city })} action={<AddAddress />}>
      {m.transfer_address_none_text()}
    </Notice>
  )
}

function AddAddress({ quiet = false }: { quiet?: boolean }) {
  return (
    <LinkButton to="/settings" compact variant={quiet ? 'quiet' : 'secondary'} className="justify-self-start">
      {m.transfer_address_add()}
    </LinkButton>
  )
}
