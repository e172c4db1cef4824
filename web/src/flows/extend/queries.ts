import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import type { Extension, ExtensionMonths } from './model'

/** What keeping items longer costs, as the server offers it now. */
export function extensionQuery(chosen: number[]) {
  return queryOptions({
    queryKey: ['extension-details', chosen],
    queryFn: () => unwrap(api.POST('/api/Dashboards/getExtensionDetails', { body: { orderItemIds: chosen } })),
    staleTime: 0,
  })
}

/** Extends items at the rents that were shown; the server refuses others. */
export function extendItems(items: Extension[], months: ExtensionMonths, userId: number, headers: IntentHeaders) {
  const extensionData = items.map(({ orderItemId, newRent }) => ({
    orderItemId,
    extendedTenureMonths: months,
    newRentAmount: newRent,
  }))
  return unwrap(
    api.POST('/api/RMUsers/{id}/extendOrderItems', {
      params: { path: { id: userId } },
      headers,
      body: { id: userId, extensionData },
    }),
  )
}
