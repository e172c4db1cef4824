import { useEffect, useState } from 'react'
import { late } from '#/kit/Late'
import type { RentByMonthProps } from './RentByMonth'
import { RentRoom } from './RentRoom'

const RentByMonth = late<RentByMonthProps>('rent by month', () => import('./RentByMonth'), { pending: <RentRoom /> })

interface RentPictureProps extends RentByMonthProps {
  /** Runs a task once the picture may load: nobody waits for it. Gives the way to have it not run after all. */
  when(task: () => void): () => void
}

/** The bars of rent by month. */
export function RentPicture({ when, ...props }: RentPictureProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => when(() => setReady(true)), [when])
  return ready ? <RentByMonth {...props} /> : <RentRoom />
}
