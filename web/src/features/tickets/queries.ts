import { infiniteQueryOptions } from '@tanstack/react-query'
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
