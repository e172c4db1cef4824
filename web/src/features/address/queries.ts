import { mutationOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { Point } from '#/platform/map/port'
import type { NewAddress } from './model'

export function addAddress(userId: number) {
  return mutationOptions({
    mutationFn: (body: NewAddress) =>
      unwrap(api.POST('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } }, body })),
  })
}

export function checkServiceability({ lat, lng }: Point, boundCity?: string) {
  return unwrap(api.POST('/api/Addresses/serviceability', { body: { latitude: lat, longitude: lng, boundCity } }))
}
