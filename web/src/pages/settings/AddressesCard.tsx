import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { addressesQuery } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { closeDialog, insertPageBelowDialog } from '#/app/history'
import { m } from '#/copy'
import { SavedAddresses } from '#/features/address/components/SavedAddresses'
import type { Address } from '#/features/address/model'
import { AddressText } from '#/kit/AddressText'
import { dialogLoadError, lazyPart } from '#/kit/lazy-part'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'

const AddAddressDialog = lazyPart('address dialog', () => import('#/features/address/components/AddAddressDialog'), {
  failed: dialogLoadError,
})

/** The saved addresses of the customer. */
export function AddressesCard() {
  const router = useRouter()
  const navigate = useNavigate()
  // A request that is open above this page has its own address screen.
  const adding = useSearch({
    from: '/_default/settings',
    select: (search) => Boolean(search.newaddress) && !search.requestType,
  })
  useEffect(() => {
    if (adding) insertPageBelowDialog(router)
  }, [adding, router])
  const close = () => closeDialog(router)
  const { isLoading } = useQuery(addressesQuery(useCustomerId()))
  const add = () => void navigate({ to: '.', search: (search) => ({ ...search, newaddress: 'true' as const }) })
  return (
    <Card title={m.settings_addresses()}>
      <div className="grid justify-items-start gap-4">
        <SavedAddresses>{(addresses) => <AddressList addresses={addresses} />}</SavedAddresses>
        {/* Shown only after the list above has loaded, which would otherwise push
            the button away from the finger. */}
        {!isLoading && (
          <Button variant="secondary" onClick={add}>
            <Plus aria-hidden="true" className="size-5" />
            {m.address_add_new()}
          </Button>
        )}
      </div>
      {adding && <AddAddressDialog onSaved={close} onClose={close} />}
    </Card>
  )
}

function AddressList({ addresses }: { addresses: Address[] }) {
  if (addresses.length === 0) return <p className="text-muted">{m.address_empty()}</p>
  return (
    <ol className="grid w-full divided">
      {addresses.map((address, index) => (
        <li key={address.id} className="grid gap-0.5 py-3 first:pt-0">
          <span className="font-semibold">{m.address_number({ number: index + 1 })}</span>
          <span className="text-muted text-support">
            <AddressText address={address} />
          </span>
        </li>
      ))}
    </ol>
  )
}
