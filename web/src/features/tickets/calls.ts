import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#/api/client'
import { dashboardKey } from '#/api/dashboard'
import { once } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type TicketDetails = components['schemas']['TicketDetails']
export type Slot = components['schemas']['Slot']
export type VisitTimes = components['schemas']['Slots']
export type RevokeGroup = components['schemas']['RevokeGroup']

/** One request with its slot, address and time line. */
export function ticketQuery(ticketId: string) {
  return queryOptions({
    queryKey: ['requests', 'ticket', ticketId],
    queryFn: () => unwrap(api.GET('/api/ServiceRequests/getCssTicketMetadata', { params: { query: { ticketId } } })),
    staleTime: 0,
  })
}

/** When a visit can be: slots, or where a city has none, days. */
export function visitTimesQuery(ticketId: string) {
  return queryOptions({
    queryKey: ['visit-times', ticketId],
    queryFn: () => unwrap(api.POST('/api/ServiceRequests/getCssSlots', { body: { data: { ticketId } } })),
    staleTime: 0,
  })
}

/** What taking a request back would take back: the first of two steps, which changes nothing. */
export function revocationQuery(ticketId: string) {
  return queryOptions({
    queryKey: ['revocation', ticketId],
    queryFn: () =>
      unwrap(api.POST('/api/ServiceRequests/initiateRevoke', { body: { data: { ticketIds: [ticketId] } } })),
    staleTime: 0,
  })
}

export async function revokeTicket(ticketId: string): Promise<void> {
  const data = { comment: 'Revoke request by user', revokeTickets: [{ ticketId }] }
  await once('revoke', ticketId, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/proceedRevoke', { headers, body: { data } })),
  )
}

export interface NewTime {
  slotId?: string
  /** YYYY-MM-DD, where a city has no slots. */
  preferredDate?: string
  /** Of a closure: what leaving on that day costs, in rupees with GST, as it was shown. */
  closureCharge?: number
  reason?: string
}

export async function rescheduleTicket(ticketId: string, time: NewTime): Promise<void> {
  const body = { ticketId, ...time }
  await once('reschedule', body, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/cssRescheduleTicket', { headers, body })),
  )
}

/** Tells whether the visit was planned for today: then we ask why. */
export async function cancelVisit(serviceRequestId: number): Promise<boolean> {
  const params = { query: { serviceRequestId } }
  const { sameDay } = await once('cancel-visit', serviceRequestId, (headers) =>
    unwrap(api.DELETE('/api/ServiceRequests/cancellCssTask', { headers, params })),
  )
  return sameDay
}

/** Has a relocation go to another address of the customer, on the same days. */
export async function changeAddress(serviceRequestId: number, addressId: number): Promise<void> {
  const body = { serviceRequestId, addressId }
  await once('change-address', body, (headers) =>
    unwrap(api.POST('/api/addresses/updateServiceRequestAddress', { headers, body })),
  )
}

export async function tellWhyCancelled(ticketId: string, reason: string, comment?: string): Promise<void> {
  await unwrap(api.POST('/api/mojovahans/sameDayCancellationFeedback', { body: { ticketId, reason, comment } }))
}

/** After a change, and after a refusal too: somebody else may have moved the request meanwhile. */
function refresh(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: ['requests'] })
  void queries.invalidateQueries({ queryKey: dashboardKey })
}

/** A change of a request. A refusal stays in `error` until the next try. */
export function useTicketChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: onDone, onSettled: () => refresh(queries) })
}
