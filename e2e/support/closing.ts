import type { Locator } from '@playwright/test'
import { chooseDay } from './calendar'
import type { City } from './city'
import { expect, type Persona } from './fixtures'

/** Days from now to try for a pickup. Some of them are holidays. */
const wished = [6, 7, 8, 9, 10, 11, 12]

async function itemsOf(city: City, persona: Persona): Promise<number[]> {
  const path = '/api/Dashboards/dashboardData'
  const token = await city.token(persona)
  const { activeProductLists } = await city.get<{ activeProductLists: { id: number }[] }>(token, path)
  return activeProductLists.map(({ id }) => id)
}

/** Requests a pickup of items as a persona on another device. Returns the ticket id. */
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

/** Requests a pickup of all items of a persona on another device. Returns the ticket id. */
export async function closeAll(city: City, persona: Persona): Promise<string> {
  return close(city, persona, await itemsOf(city, persona))
}

/**
 * Requests pickups of some items, six days apart, so that each is settled separately. Returns the ticket ids.
 */
export async function closeOneByOne(city: City, persona: Persona, count: number): Promise<string[]> {
  const tickets: string[] = []
  const items = await itemsOf(city, persona)
  for (const [at, item] of items.slice(0, count).entries()) tickets.push(await close(city, persona, [item], at * 6))
  return tickets
}

/** Goes through the close flow from the items to the charges. The deposit goes to the wallet. */
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

/** Takes a request back as a persona on another device. */
export async function takeBack(city: City, persona: Persona, ticketId: string): Promise<void> {
  const revoked = { data: { comment: 'I stay.', revokeTickets: [{ ticketId }] } }
  const { status } = await city.send(await city.token(persona), '/api/ServiceRequests/revokeTickets', revoked)
  expect(status).toBeLessThan(300)
}
