import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import type { ActiveStatus } from '#/api/requests'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Ticket = components['schemas']['Ticket']

const PAGE_SIZE = 10

/** The customer's requests, newest first, a page at a time; pages count from 1. Without a status, all of them. */
export function requestsQuery(activeStatus?: ActiveStatus) {
  return infiniteQueryOptions({
    queryKey: ['requests', activeStatus ?? 'all'],
    queryFn: ({ pageParam }) => {
      const query = JSON.stringify({ page: pageParam, size: PAGE_SIZE })
      return unwrap(api.GET('/api/Dashboards/getServiceRequest', { params: { query: { query, activeStatus } } }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length + 1 : undefined),
  })
}

/** More live requests than anybody has. */
const ALL_LIVE = 100

/** The live requests of the customer, to mark the items that they are about. */
export const liveTicketsQuery = queryOptions({
  queryKey: ['requests', 'live'],
  queryFn: async () => {
    const query = JSON.stringify({ page: 1, size: ALL_LIVE })
    const params = { query: { query, activeStatus: 'true' as const } }
    return (await unwrap(api.GET('/api/Dashboards/getServiceRequest', { params }))).serviceRequests
  },
  staleTime: 0,
})
