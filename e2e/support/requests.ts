import { expect } from '@playwright/test'
import type { City } from './city'

interface Ticket {
  ticketId: string
  requestTypeName: string
}

/** Revokes a request as the customer's other device would. */
export async function revoke(city: City, persona: string, type: string): Promise<void> {
  const token = await city.token(persona)
  const { serviceRequests } = await city.get<{ serviceRequests: Ticket[] }>(
    token,
    '/api/Dashboards/getServiceRequest?activeStatus=true',
  )
  const ticketId = serviceRequests.find((t) => t.requestTypeName === type)?.ticketId
  const answer = await fetch(`${city.url}/api/ServiceRequests/revokeTickets`, {
    method: 'POST',
    headers: { Authorization: token.accessTokenId, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { comment: 'I stay.', revokeTickets: [{ ticketId }] } }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}
