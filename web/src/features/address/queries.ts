import { mutationOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import type { Point } from '#/platform/map/port'
import type { NewAddress } from './model'

export function addAddress(userId: number) {
  return mutationOptions({
    mutationFn: (body: NewAddress) =>
      once('add-address', { userId, body }, (headers) =>
        unwrap(api.POST('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } }, headers, body })),
      ),
  })
}

/** Whether we deliver to a point. If not, the message says why in the language of the screen. */
export async function checkServiceability({ lat, lng }: Point, boundCity?: string) {
  const body = { latitude: lat, longitude: lng, boundCity }
  const { serviceable, nearestCity, message } = await unwrap(api.POST('/api/Addresses/serviceability', { body }))
  return { serviceable, message: nearestCity ? m.address_unserved_nearest({ city: nearestCity }) : message }
}
