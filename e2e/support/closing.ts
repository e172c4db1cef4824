import type { Locator } from '@playwright/test'
import { chooseDay } from './calendar'
import type { City } from './city'
import { expect, type Persona } from './fixtures'

/** Days from now that a person may choose for a pickup; some are holidays. */
const wished = [6, 7, 8, 9, 10, 11, 12]

async function itemsOf(city: City, persona: Persona): Promise<number[]> {
  const path = '/api/Dashboards/dashboardData'
  const token = await city.token(persona)
  const { activeProductLists } = await city.get<{ activeProductLists: { id: number }[] }>(token, path)
  return activeProductLists.map(({ id }) => id)
}

/** Has a persona ask for a pickup of items by another device, and answers the ticket. */
async function close(city: City, persona: Persona, orderItemIds: number[], later = 0): Promise<string> {
  const token = await city.token(persona)
  const today = Date.parse(await city.today())
  for (const days of wished) {
    const preferredPickupDate = new Date(today + (days + later) * 86_400_000).toISOString().slice(0, 10)
    const body = { id: token.userId, orderItemIds, preferredPickupDate, message: 'Other' }
    const { status, answer } = await city.send<{ ticketId: string }>(token, '/api/Dashboards/confirmClosure', body)
    if (status < 300) return answer.ticketId
  }
  throw new Error('no day is offered')
}

/** Has a persona ask for a pickup of all their items by another device, and answers the ticket. */
export async function closeAll(city: City, persona: Persona): Promise<string> {
  return close(city, persona, await itemsOf(city, persona))
}

/** Has a persona ask for the pickups of some items, six days apart, and answers the tickets: each is settled by itself. */
export async function closeOneByOne(city: City, persona: Persona, count: number): Promise<string[]> {
  const tickets: string[] = []
  const items = await itemsOf(city, persona)
  for (const [at, item] of items.slice(0, count).entries()) tickets.push(await close(city, persona, [item], at * 6))
  return tickets
}

/** From the items of a closure to what it costs; the deposit comes back to the wallet. */
export async function toClosureCharges(flow: Locator, ...items: string[]): Promise<void> {
  const next = flow.getByRole('button', { name: 'Continue', exact: true })
  for (const name of items) await flow.getByRole('checkbox', { name }).check()
  await next.click()
  await expect(flow.getByRole('radio', { checked: true })).toBeVisible()
  await next.click()
  await chooseDay(flow)
  await flow.getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
  await next.click()
  await flow.getByText(/^Straight to Rentomoney/).click()
  await expect(flow.getByRole('heading', { name: 'Early closure charges' })).toBeVisible()
}

/** Has a persona take a request back by another device. */
export async function takeBack(city: City, persona: Persona, ticketId: string): Promise<void> {
  const revoked = { data: { comment: 'I stay.', revokeTickets: [{ ticketId }] } }
  const { status } = await city.send(await city.token(persona), '/api/ServiceRequests/revokeTickets', revoked)
  expect(status).toBeLessThan(300)
}
