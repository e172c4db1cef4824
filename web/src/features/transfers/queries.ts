import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

/** What somebody wants to hand over to the customer; amounts are rupees. */
export type IncomingTransfer = components['schemas']['IncomingTransfer']

export type Address = components['schemas']['Address']

/** Every transfer to the customer, the newest first. */
export const incomingTransfersQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'transfers'),
    queryFn: () => unwrap(api.GET('/api/ServiceRequests/incomingTransfers')),
  })
