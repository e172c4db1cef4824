import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#/platform/idle'

const RentByMonth = lazy(() => import('./RentByMonth'))

/** The bars of rent by month, loaded once nothing more important is: nobody waits for a picture. */
export function RentPicture() {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  if (!ready) return null
  return (
    <Suspense>
      <RentByMonth />
    </Suspense>
  )
}
