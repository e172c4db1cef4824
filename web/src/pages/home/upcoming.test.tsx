import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { Upcoming } from '#/features/upcoming/queries'
import { call, fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

function upcoming(change: Partial<Upcoming>) {
  server.use(
    http.get(call('/api/Dashboards/upcoming'), () =>
      HttpResponse.json({ requests: [], transfers: [], extensions: [], ...change }),
    ),
  )
}

const aRequest: Upcoming['requests'][number] = {
  ticketId: 'T1',
  requestType: 20,
  requestTypeName: 'Repair',
  status: 'scheduled',
  nextDate: '2026-11-24',
  isPlanned: true,
  isDelivery: false,
  itemNames: ['Oak Sofa', 'Fridge'],
}

async function lines(): Promise<string[]> {
  await renderAt('/home')
  const card = (await screen.findByRole('heading', { name: 'What comes next' })).closest('section') as HTMLElement
  return within(card)
    .getAllByRole('link')
    .map((link) => link.textContent ?? '')
}

test('home says what comes next: whom to answer, on which day somebody comes, from when a rent holds', async () => {
  upcoming({
    transfers: [{ ticketId: 'T9', from: 'Bilal Khan', isAccepted: false }],
    requests: [
      aRequest,
      { ...aRequest, ticketId: 'T2', requestType: 65, isDelivery: true, status: 'in_progress' },
      { ...aRequest, ticketId: 'T3', requestType: 200, isPlanned: false },
      { ...aRequest, ticketId: 'T4', nextDate: null },
      { ...aRequest, ticketId: 'T5', status: 'in_progress' },
    ],
    extensions: [
      { orderItemId: 3, productName: 'TV', rentAmount: 1424, startDate: '2027-01-16', tenureEndDate: '2027-07-16' },
    ],
  })
  expect(await lines()).toEqual([
    'Bilal Khan wants to hand items over to youLook at it and answer',
    'Repair: Oak Sofa, FridgeWe come on 24 Nov 2026',
    'Relocation: Oak Sofa, FridgeWe bring your items on 24 Nov 2026',
    'Closure: Oak Sofa, FridgeYou asked for 24 Nov 2026; we confirm the day soon',
    'Repair: Oak Sofa, FridgeWe tell you the day soon',
    'Repair: Oak Sofa, FridgeOur team has begun',
    'TV is extended₹1,424 a month plus GST from 16 Jan 2027, until 16 Jul 2027',
  ])
})

test('what comes next can be asked for again, and is not there when there is nothing', async () => {
  server.use(http.get(call('/api/Dashboards/upcoming'), () => fault(500, 'The diary is closed.')))
  const { user } = await renderAt('/home')
  expect(await screen.findByText('The diary is closed.')).toBeDefined()
  upcoming({ requests: [aRequest] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('We come on 24 Nov 2026')).toBeDefined()
})
