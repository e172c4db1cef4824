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

/**
 * Adds an address for a request.
 * It is kept with the request, and selected when the customer returns to the choice.
 */
export function NewTicketAddress({ onAdded, onClose }: NewTicketAddressProps) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  const back = () => setUnserved(undefined)
  useBackCloses(unserved !== undefined, back)
  return (
    <Dialog title={m.address_add_new()} onClose={onClose} width="flow" mobile="full">
      {unserved && <AreaNotServiceable message={unserved.message} onBack={back} />}
      {/* Keep the form mounted, so that the customer finds what they typed when they come back. */}
      <div hidden={desktop && unserved !== undefined}>
        <NewAddressForm forRequest onSaved={onAdded} onNotServiceable={(message) => setUnserved({ message })} />
      </div>
    </Dialog>
  )
}
