import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { Point } from '#/platform/map/port'
import type { NewAddress } from './model'

export const addressesKey = ['addresses'] as const

/** The saved addresses of a customer, the oldest first. */
export function addressesQuery(userId: number) {
  return queryOptions({
    queryKey: [...addressesKey, userId],
    queryFn: () => unwrap(api.GET('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } } })),
  })
}

export function addAddress(userId: number) {
  return mutationOptions({
    mutationFn: (body: NewAddress) =>
      unwrap(api.POST('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } }, body })),
  })
}

export function checkServiceability({ lat, lng }: Point, boundCity?: string) {
  return unwrap(api.POST('/api/Addresses/serviceability', { body: { latitude: lat, longitude: lng, boundCity } }))
}
