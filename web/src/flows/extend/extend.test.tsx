// Imported before a test's timeout starts, because loading a whole flow can take longer.
import './ExtendFlow'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DashboardData } from '#/api/dashboard'
import { markDirectLogin } from '#/state/session'
import { aDashboard, aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'
import { type ExtensionDetails, extensionsFor, rentChange } from './model'

const offersCall = call('/api/Dashboards/getExtensionDetails')
const extendCall = call('/api/RMUsers/:id/extendOrderItems')
const start = '/home?requestType=extend-subscription'

function offer(orderItemId: number, productName: string, rent: number, six: number): ExtensionDetails {
  const binds = { rentFrom: '2027-01-16', rentBefore: rent, maxLeavingCharge: rent * 1.5, takeBackUntil: '2027-01-15' }
  return {
    orderItemId,
    productName,
    thumbnail: '',
    currentTenure: 6,
    currentRent: rent,
    tenureEndDate: '2027-01-16',
    isAC: false,
    extensionTenures: {
      3: { extendingTenureUpto: '2027-04-16', rent, ...binds },
      6: { extendingTenureUpto: '2027-07-16', rent: six, ...binds },
    },
  }
}

const sofa = offer(11, 'Sofa', 1499, 1424)
const fridge = offer(12, 'Fridge', 899.5, 854)

/** Serves offers, which a test can replace, and records the requests. */
function serve(paidAhead?: DashboardData['paidAhead']) {
  const world = {
    offers: [sofa, fridge],
    asked: [] as unknown[],
    sent: [] as unknown[],
    keys: new Set<string | null>(),
  }
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      HttpResponse.json(
        aDashboard({
          activeProductLists: [aProduct({ id: 11, name: 'Sofa' }), aProduct({ id: 12, name: 'Fridge' })],
          paidAhead,
        }),
      ),
    ),
    http.post(offersCall, async ({ request }) => {
      const body = (await request.json()) as { orderItemIds: number[] }
      world.asked.push(body)
      return HttpResponse.json(world.offers.filter(({ orderItemId }) => body.orderItemIds.includes(orderItemId)))
    }),
    http.post(extendCall, async ({ request }) => {
      world.sent.push(await request.json())
      world.keys.add(request.headers.get('Idempotency-Key'))
      return HttpResponse.json({ success: true })
    }),
  )
  return world
}

const flow = () => screen.findByRole('dialog', { name: 'Extend Subscription' })

/** Selects both items and goes on to the months. */
async function toMonths(paidAhead?: DashboardData['paidAhead']) {
  const world = serve(paidAhead)
  const rendered = await renderAt(start)
  const dialog = await flow()
  for (const box of await within(dialog).findAllByRole('checkbox')) await rendered.user.click(box)
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'How much longer?' })
  await screen.findByText('All items now')
  return { ...rendered, world, dialog }
}

beforeEach(() => setViewport(1440))

test('EXTEND-01, EXTEND-02, FLOW-03: the flow begins with the items, as Step 1 of 2, without looking for live requests', async () => {
  serve()
  let checked = false
  server.use(
    http.post(call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'), () => {
      checked = true
      return fault(409, 'Live requests.')
    }),
  )
  const { user, location } = await renderAt(start)
  const dialog = await flow()
  expect(within(dialog).getByText('Step 1 of 2')).toBeDefined()
  const next = await within(dialog).findByRole('button', { name: 'Continue' })
  expect(next).toHaveProperty('disabled', true)
  expect(screen.getByText('Please Select atleast one.')).toBeDefined()
  await user.click(within(dialog).getByRole('checkbox', { name: /Sofa/ }))
  await user.click(next)
  await waitFor(() =>
    expect(location().search).toMatchObject({
      requestType: 'extend-subscription',
      requestStep: 'choose-extend-subscription-month',
    }),
  )
  expect(checked).toBe(false)
})

test('EXTEND-03, EXTEND-07, EXTEND-08, ENTITY-34: three months by default, six by a switch; per item the rent, from when and until', async () => {
  const { user, dialog, world } = await toMonths()
  expect(within(dialog).getByText('Step 2 of 2')).toBeDefined()
  expect(world.asked[0]).toEqual({ orderItemIds: [11, 12] })
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent?.trim()),
  ).toEqual(['3 months', '6 months'])
  expect(within(dialog).getByRole('radio', { name: '3 months' })).toHaveProperty('checked', true)
  const [first] = within(dialog).getAllByRole('listitem')
  expect(first?.textContent).toContain('From 16 Jan 2027 until 16 Apr 2027')
  const value = (term: string) => within(dialog).getByText(term).closest('div')?.querySelector('dd')?.textContent
  expect(value('Change a month')).toContain('₹0')
  await user.click(within(dialog).getByRole('radio', { name: '6 months' }))
  expect(first?.textContent).toContain('From 16 Jan 2027 until 16 Jul 2027')
  expect(first?.textContent).toContain('₹1,424')
  expect(value('All items now')).toContain('₹2,398.50')
  expect(value('All items then')).toContain('₹2,278')
  expect(value('Change a month')).toContain('-₹120.50')
})

test('EXTEND-04, EXTEND-06, ENTITY-35, SUCCESS-02: on desktop a page confirms; Go Back leads home', async () => {
  const { user, dialog, world, location } = await toMonths()
  await user.click(within(dialog).getByRole('radio', { name: '6 months' }))
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Extend by 6 months' })
  expect(location().search).toMatchObject({ requestStep: 'extend-subscription-confirm' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  const back = await screen.findByRole('link', { name: 'Go Back' })
  expect(location().search).toMatchObject({ requestStep: 'request-created-successfully' })
  expect(world.sent).toEqual([
    {
      id: 7,
      extensionData: [
        { orderItemId: 11, extendedTenureMonths: 6, newRentAmount: 1424, tenureEndDate: '2027-01-16' },
        { orderItemId: 12, extendedTenureMonths: 6, newRentAmount: 854, tenureEndDate: '2027-01-16' },
      ],
    },
  ])
  await user.click(back)
  await waitFor(() => expect(location()).toMatchObject({ pathname: '/home', search: {} }))
})

test('of rent that was paid in advance at the higher rent, it is said where the difference goes', async () => {
  const items = [
    { id: 11, name: 'Sofa' },
    { id: 12, name: 'Fridge', endedOn: '2027-01-16' },
  ]
  const { user, dialog } = await toMonths({ left: 8994, from: '2026-12-01', until: '2027-01-31', items })
  await user.click(within(dialog).getByRole('radio', { name: '6 months' }))
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Extend by 6 months' })
  const said = await within(dialog).findAllByText(/^Rent that you paid in advance for the time from 16 Jan 2027/)
  expect(said.map((line) => line.closest('li')?.firstChild?.textContent)).toEqual([
    'Sofa stays with you until 16 Jul 2027.',
  ])
})

test('EXTEND-05: on mobile a sheet above the months confirms; closing it comes back to them', async () => {
  setViewport(390)
  const { user, dialog, location } = await toMonths()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  const sheet = await screen.findByRole('dialog', { name: 'Extend by 3 months' })
  expect(location().search).toMatchObject({ requestStep: 'extend-subscription-confirm' })
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(location().search).toMatchObject({ requestStep: 'choose-extend-subscription-month' }))
})

test('a rent that has changed is refused; the new one is shown and confirmed, which is another request', async () => {
  const { user, dialog, world } = await toMonths()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Extend by 3 months' })
  const accept = http.post(extendCall, async ({ request }) => {
    world.sent.push(await request.json())
    world.keys.add(request.headers.get('Idempotency-Key'))
    return HttpResponse.json({ success: true })
  })
  server.use(
    http.post(extendCall, ({ request }) => {
      world.keys.add(request.headers.get('Idempotency-Key'))
      world.offers = [offer(11, 'Sofa', 1599, 1519), fridge]
      return fault(422, 'The rent has changed. Please look at the new rent and confirm again.')
    }),
  )
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('The rent has changed.')
  await waitFor(() => expect(within(dialog).getAllByText('₹1,599').length).toBeGreaterThan(0))
  server.use(accept)
  await user.click(within(dialog).getByRole('button', { name: 'Extend' }))
  await screen.findByRole('link', { name: 'Go Back' })
  expect(world.sent.at(-1)).toMatchObject({
    extensionData: [{ orderItemId: 11, newRentAmount: 1599 }, { orderItemId: 12 }],
  })
  expect(world.keys.size).toBe(2)
})

/** The same items after an extension by three months. */
const extended = [sofa, fridge].map((item) => ({
  ...item,
  tenureEndDate: '2027-04-16',
  extensionTenures: {
    3: {
      extendingTenureUpto: '2027-07-16',
      rentFrom: '2027-04-16',
      rent: item.currentRent,
      rentBefore: item.currentRent,
      maxLeavingCharge: 1,
    },
  },
}))

test('after a lost answer the next press is the same call, although the server offers the next tenure by now', async () => {
  const { user, dialog, world, queryClient } = await toMonths()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  server.use(
    http.post(
      extendCall,
      async ({ request }) => {
        world.sent.push(await request.json())
        world.keys.add(request.headers.get('Idempotency-Key'))
        world.offers = extended
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  await within(dialog).findByRole('alert')
  // The event stream does this when it reconnects.
  await queryClient.invalidateQueries()
  expect(world.asked.length).toBeGreaterThan(1)
  expect(within(dialog).getAllByText('Tenure ends on 16 Jan 2027')).toHaveLength(2)
  await user.click(within(dialog).getByRole('button', { name: 'Extend' }))
  await screen.findByRole('link', { name: 'Go Back' })
  expect(world.keys.size).toBe(1)
  expect(world.sent[1]).toEqual(world.sent[0])
})

test('Back while the answer is on its way does not lose it: the flow shows what was made', async () => {
  const { user, dialog, location } = await toMonths()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  let answer = () => {}
  server.use(
    http.post(
      extendCall,
      () => new Promise<Response>((done) => (answer = () => done(HttpResponse.json({ success: true })))),
    ),
  )
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))
  await screen.findByRole('heading', { name: 'How much longer?' })
  answer()
  await screen.findByRole('link', { name: 'Go Back' })
  expect(location().search).toMatchObject({ requestStep: 'request-created-successfully' })
})

test('Back while the answer is on its way: a refusal is told all the same', async () => {
  const { user, dialog } = await toMonths()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  let answer = () => {}
  server.use(
    http.post(
      extendCall,
      () => new Promise<Response>((done) => (answer = () => done(fault(422, 'The rent has changed.')))),
    ),
  )
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))
  await screen.findByRole('heading', { name: 'How much longer?' })
  answer()
  expect(await screen.findByText('The rent has changed.')).toBeDefined()
})

test('an item that was given back meanwhile is refused where items are chosen', async () => {
  const { user, dialog, location } = await toMonths()
  server.use(http.post(extendCall, () => fault(409, 'Only active items can be extended.')))
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Extend' }))
  await waitFor(() => expect(location().search).not.toHaveProperty('requestStep'))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Only active items can be extended.')
})

test('offers that cannot be fetched say so, and are fetched again', async () => {
  serve()
  server.use(http.post(offersCall, () => fault(500, 'The desk is closed.')))
  const { user } = await renderAt(start)
  const dialog = await flow()
  await user.click(await within(dialog).findByRole('checkbox', { name: /Sofa/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  const alert = await within(dialog).findByRole('alert')
  server.use(http.post(offersCall, () => HttpResponse.json([sofa])))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('All items now')).toBeDefined()
})

test.each([
  [false, 0],
  [true, 1],
])('CREATE-05, ROLE-04: an agent (%s) is offered Extend Subscription %d times', async (agent, times) => {
  serve()
  if (agent) markDirectLogin()
  await renderAt('/home?requestType=create-new-request')
  const dialog = await screen.findByRole('dialog', { name: 'Create a new request' })
  expect(within(dialog).queryAllByRole('link', { name: /Extend Subscription/ })).toHaveLength(times)
})

test('sums are made of paise', () => {
  const items = extensionsFor([offer(1, 'A', 0.1, 0.3), offer(2, 'B', 0.2, 0.3)], 6)
  expect(rentChange(items)).toEqual({ now: 0.3, later: 0.6, change: 0.3 })
  expect(extensionsFor([{ ...sofa, extensionTenures: {} }], 3)).toEqual([])
})

test('before it is sent, the confirmation says until when, what leaving earlier costs and until when it can be taken back', async () => {
  const { user, dialog, world } = await toMonths()
  const lasting = {
    extendingTenureUpto: '2027-04-16',
    rentFrom: '2027-01-16',
    rent: 899.5,
    rentBefore: 899.5,
    maxLeavingCharge: 1799,
  }
  world.offers = [sofa, { ...fridge, isAC: true, extensionTenures: { 3: lasting } }]
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  const binds = (await screen.findByRole('heading', { name: 'What you agree to' })).closest('section') as HTMLElement
  expect(
    within(binds)
      .getAllByRole('listitem')
      .map((item) => [...item.children].map((line) => line.textContent)),
  ).toEqual([
    [
      'Sofa stays with you until 16 Apr 2027.',
      'Giving it back before 16 Apr 2027 costs up to ₹2,248.50 plus GST, but never more than the rent that is left.',
      'You can take this extension back until 15 Jan 2027, free of charge: home has it under “What comes next”.',
    ],
    [
      'Fridge stays with you until 16 Apr 2027.',
      'Giving it back before 16 Apr 2027 costs up to ₹1,799 plus GST, also shortly before that day.',
      'This extension cannot be taken back.',
    ],
  ])
})

test('the new rent is compared with the one just before it, also when an earlier extension has not begun', async () => {
  const { user, dialog, world } = await toMonths()
  const tenure = sofa.extensionTenures[3] as ExtensionDetails['extensionTenures'][string]
  world.offers = [{ ...sofa, extensionTenures: { 3: { ...tenure, rentBefore: 1424 } } }]
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect((await screen.findAllByText('Rent until 16 Jan 2027')).length).toBeGreaterThan(0)
  const value = (label: string) =>
    screen.getAllByText(label).map((one) => one.closest('div')?.parentElement?.textContent ?? '')
  expect(screen.queryByText('Rent now')).toBeNull()
  expect(value('All items before').join()).toContain('₹1,424')
  expect(value('Change a month').join()).toContain('₹75')
})
