import { useEffect, useState } from 'react'
import { late } from '#/kit/Late'
import { whenIdle } from '#/platform/idle'

const RentByMonth = late('rent by month', () => import('./RentByMonth'))

/** The bars of rent by month, loaded once nothing more important is: nobody waits for a picture. */
export function RentPicture() {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return ready && <RentByMonth />
}
