import { useState } from 'react'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { useBackCloses } from '#/platform/back'
import { useIsDesktop } from '#/shared/use-media'
import type { Address } from '../model'
import { AreaNotServiceable } from './AreaNotServiceable'
import { NewAddressForm } from './NewAddressForm'

interface AddAddressDialogProps {
  /** The city that the address must be in. */
  boundCity?: string
  onSaved(address: Address): void
  onClose(): void
}

/** Adds an address of the customer, above the current page. */
export default function AddAddressDialog({ boundCity, onSaved, onClose }: AddAddressDialogProps) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  useBackCloses(unserved !== undefined, () => setUnserved(undefined))
  return (
    <Dialog title={m.address_add_new()} onClose={onClose} width="flow" mobile="full">
      {unserved && <AreaNotServiceable message={unserved.message} onBack={() => setUnserved(undefined)} />}
      {/* Keep the form mounted, so that the customer finds what they typed when they come back. */}
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
