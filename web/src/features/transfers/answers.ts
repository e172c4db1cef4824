import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'

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

/** The novation agreement as a PDF, to print and sign. */
export async function novationAgreement(ticketId: string): Promise<Blob> {
  const call = api.GET('/api/ServiceRequests/novationAgreement', { params: { query: { ticketId } }, parseAs: 'blob' })
  return unwrap<Blob>(call)
}

/** The data that an answer to a transfer changes: the request, and the items with their deposit and rent. */
export const byAnAnswer = ['transfers', 'requests', 'dashboard', 'subscriptions', 'deposit'] as const
