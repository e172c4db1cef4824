import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import { customerKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'
import type { Extension, ExtensionMonths } from './model'

/** What keeping items longer costs, as the server offers it now. */
export function extensionQuery(customer: number, chosen: number[]) {
  return queryOptions({
    queryKey: customerKey(customer, 'extension', chosen),
    queryFn: () => unwrap(api.POST('/api/Dashboards/getExtensionDetails', { body: { orderItemIds: chosen } })),
    staleTime: 0,
  })
}

/** Extends items at the rents and from the tenure ends that were shown. The server refuses outdated ones. */
export function extendItems(items: Extension[], months: ExtensionMonths, userId: number, headers: IntentHeaders) {
  const extensionData = items.map(({ orderItemId, newRent, tenureEnd }) => ({
    orderItemId,
    extendedTenureMonths: months,
    newRentAmount: newRent,
    tenureEndDate: tenureEnd,
  }))
  return unwrap(
    api.POST('/api/RMUsers/{id}/extendOrderItems', {
      params: { path: { id: userId } },
      headers,
      body: { id: userId, extensionData },
    }),
  )
}

/**
 * Takes back the extension whose tenure ends on the shown day. If another one ends then, the server refuses.
 */
export function takeBackExtension(
  userId: number,
  of: { orderItemId: number; tenureEndDate: string },
  headers: IntentHeaders,
) {
  return unwrap(
    api.POST('/api/RMUsers/{id}/takeBackExtension', {
      params: { path: { id: userId } },
      headers,
      body: { id: userId, ...of },
    }),
  )
}
