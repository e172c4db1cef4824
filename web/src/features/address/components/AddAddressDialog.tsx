import { useState } from 'react'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { useBackCloses } from '#/platform/back'
import { useIsDesktop } from '#/shared/use-media'
import type { Address } from '../model'
import { AreaNotServiceable } from './AreaNotServiceable'
import { NewAddressForm } from './NewAddressForm'

interface AddAddressDialogProps {
  /** The city in which the address must lie. */
  boundCity?: string
  onSaved(address: Address): void
  onClose(): void
}

/** A new address of the customer, above the page that the address of the browser names. */
export default function AddAddressDialog({ boundCity, onSaved, onClose }: AddAddressDialogProps) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  useBackCloses(unserved !== undefined, () => setUnserved(undefined))
  return (
    <Dialog title={m.address_add_new()} onClose={onClose} width="flow" mobile="full">
      {unserved && <AreaNotServiceable message={unserved.message} onBack={() => setUnserved(undefined)} />}
      {/* Kept, so that whoever comes back finds what was typed. */}
      <div hidden={desktop && unserved !== undefined}>
        <NewAddressForm
          boundCity={boundCity}
          onSaved={onSaved}
          onNotServiceable={(message) => setUnserved({ message })}
        />
      </div>
    </Dialog>
  )
}
