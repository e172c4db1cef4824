import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Ticket } from '#/features/tickets/queries'
import type { RequestCode } from '#/kit/request-kinds'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const requestsCall = call('/api/Dashboards/getServiceRequest')
const path = '/my-subscriptions/all-requests'
const empty = { serviceRequests: [], total: 0 }

function aTicket(change: Partial<Ticket> = {}): Ticket {
  return {
    serviceRequestId: 41,
    ticketId: 'T15',
    status: 'raised',
    requestType: 20,
    requestTypeName: 'Repair',
    orderItemIds: [11],
    productNames: ['Treadmill'],
    message: 'The belt slips.',
    preferredDate: '2026-11-22',
    created: '2026-11-17T20:00:00Z',
    active: true,
    revokeAllowed: true,
    ...change,
  }
}

/** Serves pages of a list of requests, and records the queries. */
function serve(tickets: Ticket[]): { query: unknown; after: string | null; activeStatus: string | null }[] {
  const asked: { query: unknown; after: string | null; activeStatus: string | null }[] = []
  server.use(
    http.get(requestsCall, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const query = JSON.parse(searchParams.get('query') ?? '')
      const activeStatus = searchParams.get('activeStatus')
      const after = searchParams.get('after')
      asked.push({ query, after, activeStatus })
      const found = tickets.filter(({ active }) => activeStatus === null || String(active) === activeStatus)
      const from = found.findIndex((ticket) => String(ticket.serviceRequestId) === after) + 1
      const page = found.slice(from, from + query.size)
      const next = from + query.size < found.length ? String(page.at(-1)?.serviceRequestId) : undefined
      return HttpResponse.json({ serviceRequests: page, total: found.length, next })
    }),
  )
  return asked
}

test('shows the shape of what is loading, then that nothing was asked for, and offers to', async () => {
  server.use(
    http.get(requestsCall, async () => {
      await delay(50)
      return HttpResponse.json(empty)
    }),
  )
  const { user } = await renderAt(path)
  expect(await screen.findByText('Loading your requests')).toBeDefined()
  expect(await screen.findByText('You have not raised any request yet.')).toBeDefined()
  const page = screen.getByRole('main')
  await user.click(within(page).getByRole('link', { name: 'Create Request' }))
  expect(await screen.findByRole('dialog', { name: 'Create a new request' })).toBeDefined()
})

test('says what went wrong and tries again', async () => {
  server.use(http.get(requestsCall, () => fault(500, 'The desk is closed.')))
  const { user } = await renderAt(path)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The desk is closed.')
  serve([aTicket()])
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Repair' })).toBeDefined()
})

test('ROUTE-15, ENTITY-20: a request shows kind, ticket, state, products, days and message, and no dead button', async () => {
  serve([aTicket({ orderItemIds: [11, 12], productNames: ['Treadmill', 'Air purifier'] })])
  await renderAt(path)
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('heading', { level: 2, name: 'Repair' })).toBeDefined()
  expect(within(card).getByText('Ticket T15')).toBeDefined()
  expect(within(card).getByText('Raised')).toBeDefined()
  const fact = (term: string) => within(card).getByText(term).nextElementSibling
  expect([...(fact('Products')?.children ?? [])].map((name) => name.textContent)).toEqual(['Treadmill', 'Air purifier'])
  expect(fact('Raised on')?.textContent).toBe('18 Nov 2026')
  expect(fact('Preferred date')?.textContent).toBe('22 Nov 2026')
  expect(fact('Message')?.textContent).toBe('The belt slips.')
  expect(within(card).queryByRole('button')).toBeNull()
})

test.each([
  ['raised', 'Raised'],
  ['scheduled', 'Scheduled'],
  ['in_progress', 'In progress'],
  ['done', 'Done'],
  ['revoked', 'Taken back'],
  ['cancelled', 'Cancelled'],
  ['on_hold', 'on_hold'],
])('the state %s reads %s', async (status, word) => {
  serve([aTicket({ status })])
  await renderAt(path)
  expect(within(await screen.findByRole('article')).getByText(word)).toBeDefined()
})

test.each([
  [20, 'Repair'],
  [65, 'Relocation'],
  [200, 'Closure'],
  [690, 'Ownership Transfer'],
  [7, 'Painting'],
])('a request of the type %d is called %s', async (requestType, name) => {
  // The last type is newer than the app.
  serve([aTicket({ requestType: requestType as RequestCode, requestTypeName: name })])
  await renderAt(path)
  expect(within(await screen.findByRole('article')).getByRole('heading', { name })).toBeDefined()
})

test('what was not said is left out', async () => {
  serve([aTicket({ message: '', preferredDate: undefined, orderItemIds: [], productNames: [] })])
  await renderAt(path)
  const card = await screen.findByRole('article')
  expect(
    within(card)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Raised on'])
})

test('CALL-07, ENTITY-21: requests come ten at a time, in the order of the answer, each page after the one before', async () => {
  const asked = serve(
    Array.from({ length: 13 }, (_, n) => aTicket({ serviceRequestId: 90 - n, ticketId: `T${90 - n}` })),
  )
  const { user } = await renderAt(path)
  expect(await screen.findByText('10 of 13 shown')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('13 of 13 shown')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(screen.getAllByText(/^Ticket /).map((ticket) => ticket.textContent)).toEqual(
    Array.from({ length: 13 }, (_, n) => `Ticket T${90 - n}`),
  )
  // On a busy machine, a slow page may be requested twice when the parts around the list arrive.
  const inOrder = asked.filter((call, at) => JSON.stringify(call) !== JSON.stringify(asked[at - 1]))
  expect(inOrder).toEqual([
    { query: { page: 1, size: 10 }, after: null, activeStatus: null },
    { query: { page: 2, size: 10 }, after: '81', activeStatus: null },
  ])
})

test('at its bottom the page goes on by itself', async () => {
  serve(Array.from({ length: 11 }, (_, n) => aTicket({ serviceRequestId: n + 1 })))
  await renderAt(path)
  expect(await screen.findByText('10 of 11 shown')).toBeDefined()
  window.dispatchEvent(new Event('scroll'))
  expect(await screen.findByText('11 of 11 shown')).toBeDefined()
})

test('a page that fails is asked for again; what is there stays', async () => {
  const tickets = Array.from({ length: 12 }, (_, n) => aTicket({ serviceRequestId: n + 1 }))
  serve(tickets)
  const { user } = await renderAt(path)
  expect(await screen.findByText('10 of 12 shown')).toBeDefined()
  server.use(http.get(requestsCall, () => fault(503, 'Try again in a moment.')))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  const alert = await screen.findByRole('alert')
  expect(screen.getAllByRole('article')).toHaveLength(10)
  serve(tickets)
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('12 of 12 shown')).toBeDefined()
})

test('CALL-07, ENTITY-21: the filter is activeStatus, in the call and in the address', async () => {
  const asked = serve([aTicket({ ticketId: 'T2' }), aTicket({ serviceRequestId: 40, ticketId: 'T1', active: false })])
  const { user, location } = await renderAt(path)
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  await user.click(screen.getByRole('tab', { name: 'Live' }))
  await waitFor(() => expect(location().search).toMatchObject({ activeStatus: 'true' }))
  expect(await screen.findByText('Ticket T2')).toBeDefined()
  expect(screen.queryByText('Ticket T1')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText('Ticket T1')).toBeDefined()
  expect(location().search).toMatchObject({ activeStatus: 'false' })
  await user.click(screen.getByRole('tab', { name: 'All' }))
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(location().search).not.toHaveProperty('activeStatus')
  expect(asked.map(({ activeStatus }) => activeStatus)).toEqual([null, 'true', 'false'])
})

test.each([
  ['true', 'Live', 'You have no live requests.'],
  ['false', 'Past', 'You have no past requests.'],
])('an address with activeStatus=%s opens the filter %s', async (activeStatus, tab, words) => {
  serve([])
  await renderAt(`${path}?activeStatus=${activeStatus}`)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true')
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Create Request' })).toBeNull()
})
