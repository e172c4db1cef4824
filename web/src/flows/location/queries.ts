import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'

/**
 * The distinct ids of the addresses where the items are.
 * Never cached, because raising a request can change them.
 */
export function placesQuery(customer: number, chosen: readonly number[]) {
  return queryOptions({
    queryKey: customerKey(customer, 'places', chosen),
    queryFn: async () => {
      const body = { orderItemIds: [...chosen] }
      const items = await unwrap(api.POST('/api/Dashboards/getClosureAmounts', { body }))
      return [...new Set(items.map(({ orderItem }) => orderItem.addressId))]
    },
    gcTime: 0,
    staleTime: 0,
  })
}
