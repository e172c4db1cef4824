import { useState } from 'react'
import { m } from '#/copy'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import { Dialog } from '#/kit/Dialog'
import { useIsDesktop } from '#/shared/use-media'

export default function AddAddressDialog({ onClose }: { onClose(): void }) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  return (
    <Dialog title={m.address_add_new()} onClose={onClose} width="flow" mobile="full">
      {unserved && <AreaNotServiceable message={unserved.message} onBack={() => setUnserved(undefined)} />}
      {/* Kept, so that whoever comes back finds what was typed. */}
      <div hidden={desktop && unserved !== undefined}>
        <NewAddressForm onSaved={onClose} onNotServiceable={(message) => setUnserved({ message })} />
      </div>
    </Dialog>
  )
}
