import { queryOptions } from '@tanstack/react-query'
import type { ActiveStatus } from '#/api/active-status'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
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

export function acceptTransfer(ticketId: string, addressId: number) {
  const body = { ticketId, addressId }
  return once('accept-transfer', body, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/acceptTransfer', { headers, body })),
  )
}

export function declineTransfer(ticketId: string) {
  const body = { ticketId }
  return once('decline-transfer', body, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/declineTransfer', { headers, body })),
  )
}

/** The novation agreement, a PDF to print and sign. */
export async function novationAgreement(ticketId: string): Promise<Blob> {
  const call = api.GET('/api/ServiceRequests/novationAgreement', { params: { query: { ticketId } }, parseAs: 'blob' })
  return unwrap<Blob>(call)
}

/** What an answer to a transfer changes: it is a request, and its items come with deposit and rent. */
export const byAnAnswer = ['transfers', 'requests', 'dashboard', 'subscriptions', 'deposit'] as const

/** Waits for the receiver, or for what is left after accepting. */
export function isLive({ status }: IncomingTransfer): boolean {
  return status === 'raised' || status === 'in_progress'
}

/** The transfers that a list of requests of that status has on top. */
export function ofStatus(transfers: IncomingTransfer[], activeStatus: ActiveStatus | undefined): IncomingTransfer[] {
  return activeStatus ? transfers.filter((transfer) => String(isLive(transfer)) === activeStatus) : transfers
}

/** What the items cost a month, without GST. */
export function rentOf({ items }: IncomingTransfer): number {
  return items.reduce((paise, { rent }) => paise + Math.round(rent * 100), 0) / 100
}
