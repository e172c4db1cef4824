import { useState } from 'react'
import { m } from '#/copy'
import { useCityOf } from '../kit/use-city'
import { type LocationStepProps, useStandAt } from './LocationStep'
import { NewPlace } from './NewPlace'

/** A new address for the items; once it is kept, they stand there. */
export function NewLocationStep({ chosen, onLocated }: Omit<LocationStepProps, 'onAdd'>) {
  const [unserved, setUnserved] = useState<{ message?: string }>()
  const { stand, refusal, busy } = useStandAt(chosen, onLocated)
  return (
    <NewPlace
      title={m.address_add_new()}
      boundCity={useCityOf(chosen)}
      busy={busy}
      refusal={refusal}
      unserved={unserved}
      onSaved={({ id }) => stand(id)}
      onNotServiceable={(message) => setUnserved({ message })}
      onBack={() => setUnserved(undefined)}
    />
  )
}
