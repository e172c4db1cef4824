import { useEffect, useState } from 'react'
import { late } from '#/kit/Late'
import { whenIdle } from '#/platform/idle'
import type { RentByMonthProps } from './RentByMonth'

const RentByMonth = late<RentByMonthProps>('rent by month', () => import('./RentByMonth'))

/** The bars of rent by month, loaded once nothing more important is: nobody waits for a picture. */
export function RentPicture(props: RentByMonthProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return ready && <RentByMonth {...props} />
}
