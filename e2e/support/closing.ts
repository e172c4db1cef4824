import type { City } from './city'
import { expect, type Persona } from './fixtures'

/** Days from now that a person may choose for a pickup; some are holidays. */
const wished = [6, 7, 8, 9, 10, 11, 12]

/** Has a persona ask for a pickup of all their items by another device, and answers the ticket. */
export async function closeAll(city: City, persona: Persona): Promise<string> {
  const token = await city.token(persona)
  const path = '/api/Dashboards/dashboardData'
  const { activeProductLists } = await city.get<{ activeProductLists: { id: number }[] }>(token, path)
  const orderItemIds = activeProductLists.map(({ id }) => id)
  for (const days of wished) {
    const preferredPickupDate = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const body = { id: token.userId, orderItemIds, preferredPickupDate, message: 'Other' }
    const { status, answer } = await city.send<{ ticketId: string }>(token, '/api/Dashboards/confirmClosure', body)
    if (status < 300) return answer.ticketId
  }
  throw new Error('no day is offered')
}

/** Has a persona take a request back by another device. */
export async function takeBack(city: City, persona: Persona, ticketId: string): Promise<void> {
  const revoked = { data: { comment: 'I stay.', revokeTickets: [{ ticketId }] } }
  const { status } = await city.send(await city.token(persona), '/api/ServiceRequests/revokeTickets', revoked)
  expect(status).toBeLessThan(300)
}
