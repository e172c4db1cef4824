import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActiveStatus } from '#/api/active-status'
import { api } from '#/api/client'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import { firstPage, pageAfter } from '#/api/pages'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Ticket = components['schemas']['Ticket']

const PAGE_SIZE = 10

/** The customer's requests, newest first. Each page follows the former one. Without a status, all requests. */
export function requestsQuery(customer: number, activeStatus?: ActiveStatus) {
  return infiniteQueryOptions({
    queryKey: customerKey(customer, 'requests', activeStatus ?? 'all'),
    queryFn: ({ pageParam: { page, after } }) => {
      const query = JSON.stringify({ page, size: PAGE_SIZE })
      return unwrap(api.GET('/api/Dashboards/getServiceRequest', { params: { query: { query, activeStatus, after } } }))
    },
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
  })
}

/** More live requests than any customer has. */
const ALL_LIVE = 100

/** The live requests of the customer, used to mark the items that they are about. */
export const liveTicketsQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'requests', 'live'),
    queryFn: async () => {
      const query = JSON.stringify({ page: 1, size: ALL_LIVE })
      const params = { query: { query, activeStatus: 'true' as const } }
      return (await unwrap(api.GET('/api/Dashboards/getServiceRequest', { params }))).serviceRequests
    },
    staleTime: 0,
  })

/** One request with its slot, address and time line. */
export function ticketQuery(customer: number, ticketId: string) {
  return queryOptions({
    queryKey: customerKey(customer, 'requests', 'ticket', ticketId),
    queryFn: () => unwrap(api.GET('/api/ServiceRequests/getCssTicketMetadata', { params: { query: { ticketId } } })),
    staleTime: JUST_ASKED_MS,
  })
}

/** The possible times of a visit: slots or, in a city without slots, days. */
export function visitTimesQuery(customer: number, ticketId: string) {
  return queryOptions({
    queryKey: customerKey(customer, 'slots', 'visit', ticketId),
    queryFn: () => unwrap(api.POST('/api/ServiceRequests/getCssSlots', { body: { data: { ticketId } } })),
    staleTime: 0,
  })
}

/** What would be taken back with the request. This is the first of two steps and changes nothing. */
export function revocationQuery(customer: number, ticketId: string) {
  return queryOptions({
    queryKey: customerKey(customer, 'revocation', ticketId),
    queryFn: () =>
      unwrap(api.POST('/api/ServiceRequests/initiateRevoke', { body: { data: { ticketIds: [ticketId] } } })),
    staleTime: 0,
  })
}
