import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Upcoming } from '#/features/upcoming/queries'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
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
  isDelivery: false,
  itemNames: ['Oak Sofa', 'Fridge'],
}

const anExtension: Upcoming['extensions'][number] = {
  orderItemId: 3,
  productName: 'TV',
  rentAmount: 1424,
  startDate: '2027-01-16',
  tenureEndDate: '2027-07-16',
  isAC: false,
  maxLeavingCharge: 2248.5,
  rentBefore: 1499,
  tenureEndBefore: '2027-01-16',
  takeBackUntil: '2027-01-15',
}

async function lines(): Promise<string[]> {
  await renderAt('/home')
  const card = (await screen.findByRole('heading', { name: 'What comes next' })).closest('section') as HTMLElement
  return within(card)
    .getAllByRole('link')
    .map((link) => link.textContent ?? '')
}

test('the items wait for what comes next, which stands above them', async () => {
  const { held, letGo } = aHold()
  server.use(
    http.get(call('/api/Dashboards/upcoming'), async () => {
      await held
      return HttpResponse.json({ requests: [aRequest], transfers: [], extensions: [] })
    }),
  )
  await renderAt('/home')
  await screen.findByRole('heading', { name: 'Rentomoney balance' })
  expect(screen.queryByRole('heading', { name: 'Quick actions' })).toBeNull()
  letGo()
  await screen.findByRole('heading', { name: 'What comes next' })
  expect(screen.getByRole('heading', { name: 'Quick actions' })).toBeDefined()
})

test('home says what comes next: whom to answer, on which day somebody comes, from when a rent holds', async () => {
  upcoming({
    transfers: [{ ticketId: 'T9', from: 'Bilal Khan', isAccepted: false }],
    requests: [
      aRequest,
      { ...aRequest, ticketId: 'T2', requestType: 65, isDelivery: true, status: 'in_progress' },
      { ...aRequest, ticketId: 'T3', requestType: 200 },
      { ...aRequest, ticketId: 'T4', nextDate: null },
      { ...aRequest, ticketId: 'T5', status: 'in_progress' },
    ],
    extensions: [anExtension],
  })
  expect(await lines()).toEqual([
    'Bilal Khan wants to hand items over to youLook at it and answer',
    'Repair: Oak Sofa, FridgeWe come on 24 Nov 2026',
    'Relocation: Oak Sofa, FridgeWe bring your items on 24 Nov 2026',
    'Closure: Oak Sofa, FridgeWe come on 24 Nov 2026',
    'Repair: Oak Sofa, FridgeWe tell you the day soon',
    'Repair: Oak Sofa, FridgeOur team has begun',
    'TV is extended₹1,424 a month plus GST from 16 Jan 2027, until 16 Jul 2027',
  ])
})

const aDebit: NonNullable<Upcoming['debit']> = {
  step: 'planned',
  date: '2026-12-03',
  time: '06:00',
  amount: 3241,
  limit: 5000,
  account: 'es…@example',
}

test.each([
  [aDebit, 'Next Auto Debit₹3,241 on 3 Dec 2026, from 6:00 am on, from es…@example'],
  [
    { ...aDebit, step: 'above_limit' as const, date: undefined, time: undefined, limit: 500 },
    'Next Auto DebitYour next rent, ₹3,241, is more than the ₹500 that may be debited from es…@example: please set Auto Debit up anew, or pay it yourself',
  ],
  [
    { ...aDebit, step: 'above_limit' as const, date: undefined, time: undefined, limit: 500, choice: 'XXXX 1007' },
    'Next Auto DebitYour next rent, ₹3,241, is more than the ₹500 that may be debited from es…@example: please choose XXXX 1007 under Auto Debit, or pay it yourself',
  ],
  [
    { ...aDebit, step: 'stopped' as const, date: undefined, time: undefined, amount: 0 },
    'Auto Debit is pausedNothing is debited from es…@example until you resume it at your bank. Rent goes on: please pay it yourself',
  ],
  [
    { ...aDebit, step: 'stopped' as const, date: undefined, time: undefined, amount: 0, ahead: '2027-03-01' },
    'Auto Debit is pausedNothing is debited from es…@example until you resume it at your bank. Your rent is paid in advance: the next invoice that you get to pay is that of 1 Mar 2027',
  ],
])('who has an active mandate reads what is debited next', async (debit, words) => {
  upcoming({ debit })
  expect(await lines()).toEqual([words])
  const link = screen.getByRole('link', { name: /Auto Debit/ })
  expect(link.getAttribute('href')).toBe('/dashboard/home?paymentMode=easy-payment&paymentType=auto-debit')
})

test('each line leads to what it is about: the request itself, the offers of others, the extension', async () => {
  const offer = { ticketId: 'T9', from: 'Bilal Khan', isAccepted: false }
  upcoming({ transfers: [offer], requests: [aRequest], extensions: [anExtension] })
  await lines()
  const address = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(address(/^Bilal Khan/)).toBe('/dashboard/my-subscriptions/all-requests')
  expect(address(/^Repair: /)).toBe('/dashboard/home?ticketId=T1')
  expect(address(/^TV is extended/)).toMatch('/dashboard/home?extension=3')
})

afterEach(() => onlineManager.setOnline(true))

test('what comes next stands between what is due and the items, whenever it comes', async () => {
  upcoming({ requests: [aRequest] })
  await lines()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names.filter((name) => name === 'What comes next' || name === 'Active Items')).toEqual([
    'What comes next',
    'Active Items',
  ])
})

test('what comes next says of when it is, without a connection', async () => {
  upcoming({ requests: [aRequest] })
  await renderAt('/home')
  const card = (await screen.findByRole('heading', { name: 'What comes next' })).closest('section')
  const asOf = () => card?.previousElementSibling?.textContent ?? ''
  expect(asOf()).not.toMatch(/^The figures below are of/)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => {
    onlineManager.setOnline(false)
    window.dispatchEvent(new Event('offline'))
  })
  await waitFor(() => expect(asOf()).toMatch(/^The figures below are of \d+ \w+ \d{4}, /))
})

test('what comes next can be asked for again, and is not there when there is nothing', async () => {
  server.use(http.get(call('/api/Dashboards/upcoming'), () => fault(500, 'The diary is closed.')))
  const { user } = await renderAt('/home')
  expect(await screen.findByText('The diary is closed.')).toBeDefined()
  upcoming({ requests: [aRequest] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('We come on 24 Nov 2026')).toBeDefined()
})
