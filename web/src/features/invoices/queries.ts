import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'

/** All invoices and payments of the customer, newest first. */
export const ledgersQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'invoices', 'ledgers'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/getLedgersData')),
  })

/** One invoice, with how each figure was computed. Without an id, the latest one. */
export function invoiceQuery(customerId: number, invoiceId?: number) {
  return queryOptions({
    queryKey: customerKey(customerId, 'invoices', invoiceId ?? 'latest'),
    queryFn: () =>
      unwrap(
        api.GET('/api/RMUsers/{id}/getRentalInvoice', { params: { path: { id: customerId }, query: { invoiceId } } }),
      ),
  })
}
