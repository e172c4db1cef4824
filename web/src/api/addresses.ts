import { queryOptions } from '@tanstack/react-query'
import { api } from './client'
import { unwrap } from './unwrap'

export const addressesKey = ['addresses'] as const

/** The saved addresses of a customer, the oldest first; of whatever screen, so that a new one is seen on all. */
export function addressesQuery(userId: number) {
  return queryOptions({
    queryKey: [...addressesKey, userId],
    queryFn: () => unwrap(api.GET('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } } })),
  })
}
