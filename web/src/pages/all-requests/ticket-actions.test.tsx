import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { TicketDetails, VisitTimes } from '#/features/requests/ticket-calls'
import { anAmount } from '#/test/closure'
import { call, fault } from '#/test/handlers'
import { keptFiles } from '#/test/kept-files'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const listCall = call('/api/Dashboards/getServiceRequest')
const detailsCall = call('/api/ServiceRequests/getCssTicketMetadata')
const timesCall = call('/api/ServiceRequests/getCssSlots')
const path = '/my-subscriptions/all-requests'

function details(change: Partial<TicketDetails> = {}): TicketDetails {
  return {
    serviceRequestId: 41,
    ticketId: 'T15',
    status: 'scheduled',
    requestType: 65,
    requestTypeName: 'Relocation',
    orderItemIds: [11],
    productNames: ['Treadmill'],
    message: 'Second floor, no lift.',
    preferredDate: '2026-11-22',
    deliveryDate: '2026-11-26',
    visitDate: '2026-11-22',
    created: '2026-11-17T20:00:00Z',
    active: true,
    revokeAllowed: true,
    canReschedule: true,
    canCancel: true,
    images: [],
    slot: { slotId: '1/2026-11-22/10:00', date: '2026-11-22', startTime: '10:00', endTime: '13:00', available: false },
    address: {
      id: 9,
      flatNo: '12',
      societyName: 'Palm Court',
      addressLine1: '3rd Cross',
      city: 'Pune',
      pincode: '411001',
    },
    steps: [
      { status: 'raised', by: 'customer', at: '2026-11-17T20:00:00Z' },
      { status: 'scheduled', by: 'company', at: '2026-11-17T22:00:00Z' },
      { status: 'scheduled', by: 'agent', at: '2026-11-18T05:00:00Z', comment: 'The customer is in the office.' },
    ],
    ...change,
  }
}

/** Serves one request, which a change can replace, and counts how often the list is asked for. */
function serve(first: TicketDetails) {
  const world = { ticket: first, lists: 0 }
  server.use(
    http.get(listCall, () => {
      world.lists++
      return HttpResponse.json({ serviceRequests: [world.ticket], total: 1 })
    }),
    http.get(detailsCall, ({ request }) => {
      const asked = new URL(request.url).searchParams.get('ticketId')
      return asked === world.ticket.ticketId
        ? HttpResponse.json(world.ticket)
        : fault(404, 'This request does not exist.')
    }),
  )
  return world
}

async function open(ticket: TicketDetails) {
  const world = serve(ticket)
  const rendered = await renderAt(`${path}?ticketId=${ticket.ticketId}`)
  const dialog = await screen.findByRole('dialog', { name: ticket.requestTypeName })
  return { ...rendered, world, dialog }
}

const press = (name: string) => screen.findByRole('button', { name })

test('CALL-22: a card opens into slot, address and time line; the address of the page says which', async () => {
  serve(details())
  const { user, location } = await renderAt(path)
  await user.click(await screen.findByRole('link', { name: 'View details of ticket T15' }))
  const dialog = await screen.findByRole('dialog', { name: 'Relocation' })
  expect(location().search).toMatchObject({ ticketId: 'T15' })
  const fact = (term: string) => within(dialog).getByText(term).nextElementSibling?.textContent
  expect(fact('Planned visit')).toBe('22 Nov 2026, 10:00 am to 1:00 pm')
  expect(fact('New address')).toBe('12, Palm Court, 3rd Cross, Pune, 411001')
  expect(fact('Delivery')).toBe('26 Nov 2026')
  const steps = within(dialog).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    'RaisedYou · 18 Nov 2026, 1:30 am',
    'ScheduledOur team · 18 Nov 2026, 3:30 am',
    'ScheduledSupport agent, for you · 18 Nov 2026, 10:30 amThe customer is in the office.',
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location().search).not.toHaveProperty('ticketId')
})

test('CALL-22: the pictures of a repair are shown', async () => {
  const image = { id: 'i-1', url: '/media/uploads/i-1', name: 'belt.jpg', type: 'image/jpeg', size: 9 }
  const { dialog } = await open(details({ images: [image] }))
  const picture = within(dialog).getByRole('link', { name: 'belt.jpg' })
  expect(picture.getAttribute('href')).toBe(image.url)
  expect(picture.querySelector('img')?.getAttribute('src')).toBe(image.url)
})

test('the giver of a transfer gets the agreement, too, once the receiver has accepted', async () => {
  const transfer = { requestType: 690, requestTypeName: 'Ownership Transfer', revokeAllowed: false }
  const saved = keptFiles()
  server.use(
    http.get(call('/api/ServiceRequests/novationAgreement'), ({ request }) => {
      const ticket = new URL(request.url).searchParams.get('ticketId')
      return new HttpResponse(`%PDF ${ticket}`, { headers: { 'Content-Type': 'application/pdf' } })
    }),
  )
  const world = serve(details({ ...transfer, status: 'raised' }))
  const { user, queryClient } = await renderAt(`${path}?ticketId=T15`)
  const dialog = await screen.findByRole('dialog', { name: 'Ownership Transfer' })
  expect(within(dialog).queryByRole('heading', { name: 'Sign the novation agreement' })).toBeNull()
  world.ticket = details({ ...transfer, status: 'in_progress' })
  await queryClient.invalidateQueries()
  await user.click(await within(dialog).findByRole('button', { name: 'Get the agreement (PDF)' }))
  await waitFor(() => expect(saved).toEqual(['novation-agreement-T15.pdf']))
})

test('a request that is not there says so', async () => {
  serve(details())
  await renderAt(`${path}?ticketId=T99`)
  const dialog = await screen.findByRole('dialog', { name: 'Ticket T99' })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('This request does not exist.')
})

test.each([
  [{}, ['Reschedule', 'Cancel visit', 'Take request back']],
  [{ canReschedule: false }, ['Cancel visit', 'Take request back']],
  [{ canReschedule: false, visitDate: undefined, slot: undefined }, ['Take request back']],
  [{ canReschedule: false, canCancel: false, revokeAllowed: false, status: 'in_progress' }, []],
])('REVOKE-08: only what the server allows is offered: %j', async (change, names) => {
  const { dialog } = await open(details(change))
  const offered = within(dialog)
    .queryAllByRole('button')
    .map((button) => button.textContent || button.ariaLabel)
  expect(offered.filter((name) => name !== 'Close')).toEqual(names)
})

test('CALL-100, CALL-101: what will be taken back is shown first, then it is', async () => {
  const { user, world } = await open(details())
  const bodies: unknown[] = []
  server.use(
    http.post(call('/api/ServiceRequests/initiateRevoke'), async ({ request }) => {
      bodies.push(await request.json())
      const ticket = { ticketId: 'T15', orderItemId: 11, productName: 'Treadmill' }
      const groups = [{ requestType: 65, requestTypeName: 'Relocation', tickets: [ticket] }]
      return HttpResponse.json({ revokeAllowed: true, revokeTickets: groups, message: '' })
    }),
    http.post(call('/api/ServiceRequests/proceedRevoke'), async ({ request }) => {
      bodies.push(await request.json())
      world.ticket = details({ status: 'revoked', revokeAllowed: false, canCancel: false, canReschedule: false })
      return HttpResponse.json({ success: true })
    }),
  )
  await user.click(await press('Take request back'))
  const ask = await screen.findByRole('dialog', { name: 'Take this request back?' })
  expect((await within(ask).findByRole('listitem')).textContent).toBe('Relocation, Treadmill')
  const lists = world.lists
  await user.click(within(ask).getByRole('button', { name: 'Take back' }))
  const dialog = await screen.findByRole('dialog', { name: 'Relocation' })
  expect((await within(dialog).findAllByText('Revoked')).length).toBeGreaterThan(0)
  expect(bodies).toEqual([
    { data: { ticketIds: ['T15'] } },
    { data: { comment: 'Revoke request by user', revokeTickets: [{ ticketId: 'T15' }] } },
  ])
  await waitFor(() => expect(world.lists).toBeGreaterThan(lists))
})

test('REVOKE-08: a request that was begun meanwhile stays, and says why', async () => {
  const { user, world } = await open(details())
  server.use(
    http.post(call('/api/ServiceRequests/initiateRevoke'), () =>
      HttpResponse.json({ revokeAllowed: true, revokeTickets: [], message: '' }),
    ),
    http.post(call('/api/ServiceRequests/proceedRevoke'), () => {
      world.ticket = details({ status: 'in_progress', revokeAllowed: false, canCancel: false, canReschedule: false })
      return fault(409, 'Our team has already begun with request T15, so it cannot be changed any more.')
    }),
  )
  await user.click(await press('Take request back'))
  await user.click(await press('Take back'))
  const ask = await screen.findByRole('dialog', { name: 'Take this request back?' })
  expect((await within(ask).findByRole('alert')).textContent).toContain('Our team has already begun with request T15')
  await waitFor(() => expect(within(ask).queryByRole('button', { name: 'Take back' })).toBeNull())
  await user.click(within(ask).getByRole('button', { name: 'Back' }))
  expect((await screen.findAllByText('In progress')).length).toBeGreaterThan(0)
})

const times: VisitTimes = {
  firstDate: '2026-11-20',
  lastDate: '2026-12-18',
  holidays: ['2026-11-25'],
  slots: [
    { slotId: '1/2026-11-21/10:00', date: '2026-11-21', startTime: '10:00', endTime: '13:00', available: false },
    { slotId: '1/2026-11-21/14:00', date: '2026-11-21', startTime: '14:00', endTime: '17:00', available: true },
    { slotId: '1/2026-11-22/10:00', date: '2026-11-22', startTime: '10:00', endTime: '13:00', available: false },
  ],
}

test('CALL-23, CALL-26: a free slot is chosen; taken ones cannot be', async () => {
  const { user, world } = await open(details())
  const bodies: unknown[] = []
  server.use(
    http.post(timesCall, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(times)
    }),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), async ({ request }) => {
      bodies.push(await request.json())
      world.ticket = details({ visitDate: '2026-11-21', slot: times.slots[1] })
      return HttpResponse.json({ success: true, slot: times.slots[1] })
    }),
  )
  await user.click(await press('Reschedule'))
  const ask = await screen.findByRole('dialog', { name: 'Choose another time' })
  const day = await within(ask).findByLabelText('Day')
  expect(
    within(day)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Choose a day', '21 Nov 2026'])
  const confirm = within(ask).getByRole('button', { name: 'Confirm new time' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.selectOptions(day, '2026-11-21')
  expect(within(ask).getByRole('radio', { name: /10:00 am to 1:00 pm/ })).toHaveProperty('disabled', true)
  await user.click(within(ask).getByRole('radio', { name: /2:00 pm to 5:00 pm/ }))
  await user.type(within(ask).getByLabelText(/Reason/), 'In the office')
  await user.click(confirm)
  expect(await screen.findByText('21 Nov 2026, 2:00 pm to 5:00 pm')).toBeDefined()
  expect(bodies[0]).toEqual({ data: { ticketId: 'T15' } })
  expect(bodies).toContainEqual({ ticketId: 'T15', slotId: '1/2026-11-21/14:00', reason: 'In the office' })
})

test('ERR-15: a slot that was taken meanwhile is refused where it was chosen', async () => {
  const { user } = await open(details())
  server.use(
    http.post(timesCall, () => HttpResponse.json(times)),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), () => {
      const slots = times.slots.map((slot) => ({ ...slot, available: false }))
      server.use(http.post(timesCall, () => HttpResponse.json({ ...times, slots })))
      return fault(409, 'This slot has just been taken. Please choose another one.')
    }),
  )
  await user.click(await press('Reschedule'))
  await user.selectOptions(await screen.findByLabelText('Day'), '2026-11-21')
  await user.click(screen.getByRole('radio', { name: /2:00 pm to 5:00 pm/ }))
  await user.click(await press('Confirm new time'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something Went Wrong')
  expect(alert.textContent).toContain('This slot has just been taken.')
  expect(await screen.findByText(/No slot is free/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm new time' })).toHaveProperty('disabled', true)
})

test('ERR-15: slots that cannot be fetched say so, and are fetched again', async () => {
  const { user } = await open(details())
  server.use(http.post(timesCall, () => fault(500, 'The desk is closed.')))
  await user.click(await press('Reschedule'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something Went Wrong')
  server.use(http.post(timesCall, () => HttpResponse.json(times)))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Day')).toBeDefined()
})

test('CALL-26: where a city has no slots a day is chosen, no holiday and within the window', async () => {
  const { user } = await open(details())
  const bodies: unknown[] = []
  server.use(
    http.post(timesCall, () => HttpResponse.json({ ...times, slots: [] })),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  await user.click(await press('Reschedule'))
  const day = (name: RegExp) => screen.findByRole('button', { name })
  const confirm = await press('Confirm new time')
  expect(await day(/, 19 November 2026/)).toHaveProperty('disabled', true)
  expect(await day(/, 20 November 2026/)).toHaveProperty('disabled', false)
  expect(await day(/Wednesday, 25 November 2026, holiday/)).toHaveProperty('disabled', true)
  await user.click(await press('Next month'))
  expect(await day(/, 18 December 2026/)).toHaveProperty('disabled', false)
  expect(await day(/, 19 December 2026/)).toHaveProperty('disabled', true)
  await user.click(await press('Previous month'))
  expect(confirm).toHaveProperty('disabled', true)
  await user.click(await day(/, 24 November 2026/))
  await user.click(confirm)
  await screen.findByRole('dialog', { name: 'Relocation' })
  expect(bodies).toEqual([{ ticketId: 'T15', preferredDate: '2026-11-24' }])
})

test('CALL-26: a closure is put off at the charge of its new day, which is shown before', async () => {
  const { user } = await open(details({ requestType: 200, requestTypeName: 'Closure' }))
  const asked: unknown[] = []
  const sent: unknown[] = []
  const charges = [1770, 1180.5]
  server.use(
    http.post(timesCall, () => HttpResponse.json({ ...times, slots: [] })),
    http.post(call('/api/Dashboards/getClosureAmounts'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json([
        anAmount({ total: charges[Math.min(asked.length, charges.length) - 1] }),
        anAmount({ total: 0.2 }),
      ])
    }),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return fault(422, 'Leaving on this day costs ₹1,180.70. Please confirm it.')
      return HttpResponse.json({ success: true })
    }),
  )
  await user.click(await press('Reschedule'))
  await user.click(await screen.findByRole('button', { name: /, 24 November 2026/ }))
  expect(await screen.findByText('Leaving on this day costs')).toBeDefined()
  expect(await screen.findByText('₹1,770.20')).toBeDefined()
  await user.click(await press('Confirm new time'))
  expect(await screen.findByText('Leaving on this day costs ₹1,180.70. Please confirm it.')).toBeDefined()
  expect(await screen.findByText('₹1,180.70')).toBeDefined()
  await user.click(await press('Confirm new time'))
  await screen.findByRole('dialog', { name: 'Closure' })
  expect(asked[0]).toEqual({ orderItemIds: [11], preferredPickupDate: '2026-11-24' })
  expect(sent).toEqual([
    { ticketId: 'T15', preferredDate: '2026-11-24', closureCharge: 1770.2 },
    { ticketId: 'T15', preferredDate: '2026-11-24', closureCharge: 1180.7 },
  ])
})

test.each([
  [false, 'dialog'],
  [true, 'page'],
])('CALL-21: a visit is cancelled after a question; on its own day (%s) we ask why', async (sameDay) => {
  const { user, world, location } = await open(details())
  const asked: (string | null)[] = []
  server.use(
    http.delete(call('/api/ServiceRequests/cancellCssTask'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('serviceRequestId'))
      world.ticket = details({
        status: 'cancelled',
        revokeAllowed: false,
        canCancel: false,
        canReschedule: false,
        steps: [{ status: 'cancelled', by: 'customer', at: '2026-11-22T03:00:00Z' }],
      })
      return HttpResponse.json({ success: true, sameDay })
    }),
  )
  await user.click(await press('Cancel visit'))
  const ask = await screen.findByRole('dialog', { name: 'Cancel this visit?' })
  expect(within(ask).getByText(/will not come on 22 Nov 2026/)).toBeDefined()
  await user.click(within(ask).getByRole('button', { name: 'Cancel visit' }))
  if (sameDay) {
    expect(await screen.findByText('Why did you cancel the visit?')).toBeDefined()
    expect(location()).toMatchObject({ pathname: '/wa/cancellation', search: { ticketId: 'T15' } })
  } else {
    await screen.findByRole('dialog', { name: 'Relocation' })
    expect((await screen.findAllByText('Cancelled')).length).toBeGreaterThan(0)
  }
  expect(asked).toEqual(['41'])
})

test('CALL-21: a visit that was begun meanwhile stays, and says why', async () => {
  const { user, world } = await open(details())
  server.use(
    http.delete(call('/api/ServiceRequests/cancellCssTask'), () => {
      world.ticket = details({ status: 'in_progress', revokeAllowed: false, canCancel: false, canReschedule: false })
      return fault(409, 'Our team has already begun with request T15, so it cannot be changed any more.')
    }),
  )
  await user.click(await press('Cancel visit'))
  const ask = await screen.findByRole('dialog', { name: 'Cancel this visit?' })
  await user.click(within(ask).getByRole('button', { name: 'Cancel visit' }))
  expect((await within(ask).findByRole('alert')).textContent).toContain('already begun')
  await waitFor(() => expect(within(ask).queryByRole('button', { name: 'Cancel visit' })).toBeNull())
})

test('CALL-27, ROUTE-20: from a link: cancel, say why, thanks', async () => {
  const world = serve(details({ visitDate: '2026-11-20' }))
  const cancelled = { status: 'cancelled', revokeAllowed: false, canCancel: false, canReschedule: false }
  const step = { status: 'cancelled', by: 'customer', at: '2026-11-20T03:00:00Z' } as const
  const bodies: unknown[] = []
  server.use(
    http.delete(call('/api/ServiceRequests/cancellCssTask'), () => {
      world.ticket = details({ ...cancelled, steps: [step] })
      return HttpResponse.json({ success: true, sameDay: true })
    }),
    http.post(call('/api/mojovahans/sameDayCancellationFeedback'), async ({ request }) => {
      bodies.push(await request.json())
      world.ticket = details({ ...cancelled, steps: [step, { ...step, comment: 'Nobody is at home: A wedding' }] })
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = await renderAt('/wa/cancellation?ticketId=T15')
  expect(await screen.findByRole('heading', { level: 1, name: 'Same-day cancellation' })).toBeDefined()
  await user.click(await press('Cancel visit'))
  const send = await press('Send')
  expect(send).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: 'Nobody is at home' }))
  await user.type(screen.getByLabelText(/Anything else/), 'A wedding')
  await user.click(send)
  expect(await screen.findByText('Thank you for telling us.')).toBeDefined()
  expect(bodies).toEqual([{ ticketId: 'T15', reason: 'Nobody is at home', comment: 'A wedding' }])
})

test.each([
  [details({ canCancel: false, status: 'done' }), 'This visit cannot be cancelled any more.'],
  [undefined, 'No visit is planned for today.'],
])('ROUTE-20: without a visit to cancel there is nothing to fill in', async (ticket, words) => {
  if (ticket) serve(ticket)
  await renderAt(`/wa/cancellation${ticket ? '?ticketId=T15' : ''}`)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel visit' })).toBeNull()
})

test('ROUTE-20: whoever is signed out signs in first and comes back', async () => {
  const { location } = await renderAt('/wa/cancellation?ticketId=T15', { signedIn: false })
  await waitFor(() => expect(location().pathname).toBe('/login'))
  expect(JSON.stringify(location().search)).toContain('/wa/cancellation?ticketId=T15')
})
