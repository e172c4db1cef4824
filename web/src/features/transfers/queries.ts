import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

/** Items that another customer wants to hand over to this one. Amounts are in rupees. */
export type IncomingTransfer = components['schemas']['IncomingTransfer']

export type Address = components['schemas']['Address']

/** All transfers to the customer, newest first. */
export const incomingTransfersQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'transfers'),
    queryFn: () => unwrap(api.GET('/api/ServiceRequests/incomingTransfers')),
  })
