import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type TicketDetails = components['schemas']['TicketDetails']
export type Slot = components['schemas']['Slot']
export type VisitTimes = components['schemas']['Slots']
export type RevokePreview = components['schemas']['RevokePreview']
export type RevokeGroup = components['schemas']['RevokeGroup']

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
  /** Of a relocation: the day of the delivery that was shown, YYYY-MM-DD. */
  deliveryDate?: string
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

export async function setCancellationReason(ticketId: string, reason: string, comment?: string): Promise<void> {
  const body = { ticketId, reason, comment }
  await once('cancellation-reason', body, (headers) =>
    unwrap(api.POST('/api/mojovahans/sameDayCancellationFeedback', { headers, body })),
  )
}

/** What a change of a request changes besides: what it was billed, refunded or paid from. */
export const byATicketChange = ['requests', 'dashboard', 'invoices', 'deposit', 'wallet', 'refund'] as const

/**
 * A change of a request. A refusal stays in `error` until the next try; after one the request is asked for anew as well,
 * because somebody else may have changed it meanwhile.
 */
export function useTicketChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const changed = useChanged()
  const outdated = () => void changed(...byATicketChange)
  return useMutation({ mutationFn: change, onSuccess: onDone, onSettled: outdated })
}
