import { useState } from 'react'
import type { Address } from '#/api/addresses'
import { m } from '#/copy'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import { Dialog } from '#/kit/Dialog'
import { useBackCloses } from '#/platform/back'
import { useIsDesktop } from '#/shared/use-media'

interface NewTicketAddressProps {
  onAdded(address: Address): void
  onClose(): void
}

/** A new address for a request: kept with it, and chosen when the choice of the address is back. */
export function NewTicketAddress({ onAdded, onClose }: NewTicketAddressProps) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  const back = () => setUnserved(undefined)
  useBackCloses(unserved !== undefined, back)
  return (
    <Dialog title={m.address_add_new()} onClose={onClose} width="flow" mobile="full">
      {unserved && <AreaNotServiceable message={unserved.message} onBack={back} />}
      {/* Kept, so that whoever comes back finds what was typed. */}
      <div hidden={desktop && unserved !== undefined}>
        <NewAddressForm forRequest onSaved={onAdded} onNotServiceable={(message) => setUnserved({ message })} />
      </div>
    </Dialog>
  )
}
