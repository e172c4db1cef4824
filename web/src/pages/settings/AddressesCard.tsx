import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { m } from '#/copy'
import { AddressText, SavedAddresses } from '#/features/address/components/SavedAddresses'
import type { Address } from '#/features/address/model'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'

const AddAddressDialog = lazy(() => import('./AddAddressDialog'))

/** Where things may be delivered. */
export function AddressesCard() {
  const [adding, setAdding] = useState(false)
  return (
    <Card title={m.address_mine()}>
      <div className="grid justify-items-start gap-4">
        <SavedAddresses>{(addresses) => <AddressList addresses={addresses} />}</SavedAddresses>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-5" />
          {m.address_add_new()}
        </Button>
      </div>
      {adding && (
        <Suspense>
          <AddAddressDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function AddressList({ addresses }: { addresses: Address[] }) {
  if (addresses.length === 0) return <p className="text-muted">{m.address_empty()}</p>
  return (
    <ol className="grid w-full divide-y divide-line">
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
