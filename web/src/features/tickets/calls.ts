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
  /** YYYY-MM-DD. Used in a city without slots. */
  preferredDate?: string
  /** For a relocation: the delivery day that was shown, YYYY-MM-DD. */
  deliveryDate?: string
  /** For a closure: the charge for that day as it was shown, in rupees with GST. */
  closureCharge?: number
  reason?: string
}

export async function rescheduleTicket(ticketId: string, time: NewTime): Promise<void> {
  const body = { ticketId, ...time }
  await once('reschedule', body, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/cssRescheduleTicket', { headers, body })),
  )
}

/** Returns whether the visit was planned for today. Then we ask for the reason. */
export async function cancelVisit(serviceRequestId: number): Promise<boolean> {
  const params = { query: { serviceRequestId } }
  const { sameDay } = await once('cancel-visit', serviceRequestId, (headers) =>
    unwrap(api.DELETE('/api/ServiceRequests/cancellCssTask', { headers, params })),
  )
  return sameDay
}

/** Changes the destination of a relocation to another address of the customer. The days stay. */
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

/** The data that a change of a request changes, including what it billed, refunded or was paid from. */
export const byATicketChange = ['requests', 'dashboard', 'invoices', 'deposit', 'wallet', 'refund'] as const

/**
 * A mutation that changes a request. A refusal stays in `error` until the next try.
 * The request is refetched after a refusal too, because somebody else may have changed it.
 */
export function useTicketChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const changed = useChanged()
  const outdated = () => void changed(...byATicketChange)
  return useMutation({ mutationFn: change, onSuccess: onDone, onSettled: outdated })
}
