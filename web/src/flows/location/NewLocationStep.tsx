import { useState } from 'react'
import { m } from '#/copy'
import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm } from '#/features/address/components/NewAddressForm'
import { useIsDesktop } from '#/shared/use-media'
import { Notice } from '#/ui/Notice'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { type LocationStepProps, useStandAt } from './LocationStep'

/** A new address for the items; once it is kept, they stand there. */
export function NewLocationStep({ chosen, onLocated }: Omit<LocationStepProps, 'onAdd'>) {
  const desktop = useIsDesktop()
  const [unserved, setUnserved] = useState<{ message?: string }>()
  const { stand, refusal } = useStandAt(chosen, onLocated)
  const city = useCityOf(chosen)
  return (
    <>
      <StepHeading>{m.address_add_new()}</StepHeading>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={() => setUnserved(undefined)} />}
      {/* Kept, so that whoever comes back finds what was typed. */}
      <div hidden={desktop && unserved !== undefined} className="grid gap-3">
        <NewAddressForm
          boundCity={city}
          onSaved={({ id }) => stand(id)}
          onNotServiceable={(message) => setUnserved({ message })}
        />
        {refusal && <Notice tone="danger">{refusal}</Notice>}
      </div>
    </>
  )
}
