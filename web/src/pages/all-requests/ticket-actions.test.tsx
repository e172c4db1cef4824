import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetDoneRequest } from '#/state/done-request'
import { markDirectLogin } from '#/state/session'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { keptFiles } from '#/test/kept-files'
import { koramangala, serveWorld } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { details, open, path, press, serve } from '#/test/tickets'
import { setViewport } from '#/test/viewport'

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
  const steps = within(within(dialog).getByRole('region', { name: 'What happened so far' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    'You asked for it18 Nov 2026, 1:30 am',
    'We planned the visit18 Nov 2026, 3:30 am',
    'A support agent chose another time, for you18 Nov 2026, 10:30 amThe customer is in the office.',
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location().search).not.toHaveProperty('ticketId')
})

test("the phone's Back goes from an action to the request, from there to the page, and never does nothing", async () => {
  serve(details())
  const { user, history, location } = await renderAt(path, { before: ['/home', '/home'] })
  await user.click(await screen.findByRole('link', { name: 'View details of ticket T15' }))
  const dialog = await screen.findByRole('dialog', { name: 'Relocation' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel visit' }))
  await screen.findByRole('dialog', { name: 'Cancel this visit?' })
  expect(location().search).toEqual({ ticketId: 'T15', ticketView: 'cancel' })
  history.back()
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Relocation' })).getByRole('button', { name: 'Close' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location().href).toBe(path)
  history.back()
  await waitFor(() => expect(location().pathname).toBe('/home'))
})

test('a link into an action opens it, above the request and the page', async () => {
  serve(details())
  const { user, location } = await renderAt(`${path}?ticketId=T15&ticketView=cancel`)
  const ask = await screen.findByRole('dialog', { name: 'Cancel this visit?' })
  await user.click(within(ask).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location().search).toEqual({})
})

test('CALL-22: the pictures of a repair are shown', async () => {
  const image = { id: 'i-1', url: '/media/uploads/i-1', name: 'belt.jpg', type: 'image/jpeg', size: 9 }
  const { dialog } = await open(details({ images: [image] }))
  const picture = within(dialog).getByRole('link', { name: 'belt.jpg' })
  expect(picture.getAttribute('href')).toBe(image.url)
  expect(picture.querySelector('img')?.getAttribute('src')).toBe(image.url)
})

test('the giver of a transfer gets the agreement, too, once the receiver has accepted', async () => {
  const transfer = { requestType: 690 as const, requestTypeName: 'Ownership Transfer', revokeAllowed: false }
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

test.each([
  ['declined', 'The new owner declined it.'],
  ['left', 'The new owner had accepted it, and gave it up.'],
  ['unanswered', 'The new owner did not answer in time.'],
  ['not_ready', 'The new owner did not pay the deposit and complete KYC in time.'],
  ['dues', 'Your dues were not paid in time.'],
  ['company', /^Our team ended it/],
] as const)('a transfer that is over (%s) says why', async (endedBy, words) => {
  serve(
    details({ requestType: 690, requestTypeName: 'Ownership Transfer', status: 'cancelled', active: false, endedBy }),
  )
  await renderAt(`${path}?ticketId=T15`)
  const dialog = await screen.findByRole('dialog', { name: 'Ownership Transfer' })
  expect(within(dialog).getByText('The transfer is over: the items stay yours')).toBeDefined()
  expect(within(dialog).getByText(words)).toBeDefined()
})

test('a request that is not there says so', async () => {
  serve(details())
  await renderAt(`${path}?ticketId=T99`)
  const dialog = await screen.findByRole('dialog', { name: 'Ticket T99' })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('This request does not exist.')
})

test.each([
  [{}, ['Reschedule', 'Change address', 'Cancel visit', 'Take request back']],
  [{ canReschedule: false }, ['Change address', 'Cancel visit', 'Take request back']],
  [{ canReschedule: false, visitDate: undefined, slot: undefined }, ['Change address', 'Take request back']],
  [
    { canReschedule: false, canCancel: false, revokeAllowed: false, canChangeAddress: false, status: 'in_progress' },
    [],
  ],
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
      const groups = [{ requestType: 65 as const, requestTypeName: 'Relocation', tickets: [ticket] }]
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
  expect((await within(dialog).findAllByText('Taken back')).length).toBeGreaterThan(0)
  expect(bodies).toEqual([
    { data: { ticketIds: ['T15'] } },
    { data: { comment: 'Revoke request by user', revokeTickets: [{ ticketId: 'T15' }] } },
  ])
  await waitFor(() => expect(world.lists).toBeGreaterThan(lists))
})

test('a request that only the support takes back is refused in the words of the screen', async () => {
  const { user } = await open(details())
  const tickets = [{ ticketId: 'T15', orderItemId: 11, productName: 'Treadmill' }]
  server.use(
    http.post(call('/api/ServiceRequests/initiateRevoke'), () =>
      HttpResponse.json({
        revokeAllowed: false,
        revokeTickets: [{ requestType: 65, requestTypeName: 'Relocation', tickets }],
        message: 'The sentence of the server.',
      }),
    ),
  )
  await user.click(await press('Take request back'))
  const ask = await screen.findByRole('dialog', { name: 'Take this request back?' })
  expect((await within(ask).findByRole('alert')).textContent).toContain('some live Relocation request(s)')
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
    http.delete(call('/api/ServiceRequests/cancellCssTask'), () => HttpResponse.error(), { once: true }),
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
  await user.click(await press('Try again'))
  const send = await press('Send')
  await user.click(send)
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose a reason first.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Nobody is at home' }))
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

test('putting off, cancelling the visit and taking the request back say what each does', async () => {
  const { dialog } = await open(details())
  const what = within(within(dialog).getByRole('region', { name: 'What you can do' }))
  const rows = what.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    'Our team comes at another time. The request stays.Reschedule',
    'The items go to another of your addresses. The days stay.Change address',
    'Nobody comes on 22 Nov 2026, and the request ends. You still want it later? Then reschedule, or raise a new one.Cancel visit',
    'You do not want it any more. Everything is as before: nobody comes, and a charge that was billed for it is cancelled.Take request back',
  ])
})

test('a closure shows its charge with the invoice, where the items are and were, the refund way, and the settlement', async () => {
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 10 }),
    ),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({})),
  )
  const closure = {
    requestType: 200 as const,
    requestTypeName: 'Closure',
    address: undefined,
    deliveryDate: undefined,
    itemsLeave: true,
  }
  const place = { id: 5, flatNo: '12', addressLine1: 'Lake View', city: 'Bangalore', pincode: '560002' }
  const challans = [
    { id: '9', movement: 'pickup' as const, number: 'KA/26-27/D000301', date: '2026-11-20', isCancelled: false },
  ]
  const world = serve(details({ ...closure, charge: 1770, chargeInvoiceId: 88, itemsAddress: place }))
  const { queryClient } = await renderAt(`${path}?ticketId=T15`)
  const dialog = await screen.findByRole('dialog', { name: 'Closure' })
  const fact = (term: string) => within(dialog).getByText(term).nextElementSibling?.textContent
  expect(fact('Charge for leaving early')).toBe('₹1,770, GST includedSee the invoice')
  expect(within(dialog).getByRole('link', { name: 'See the invoice' }).getAttribute('href')).toMatch(
    /\/my-subscriptions\/88\/rental-invoice$/,
  )
  expect(fact('Where the items are')).toBe('12, Lake View, Bangalore, 560002')
  await waitFor(() => expect(fact('Your deposit comes back')).toBe('To RentomoneyChoose another way'))
  world.ticket = details({
    ...closure,
    status: 'done',
    active: false,
    charge: 1770,
    settlementId: 3,
    challans,
    itemsAddress: place,
  })
  await queryClient.invalidateQueries()
  const link = await within(dialog).findByRole('link', { name: 'See the settlement' })
  expect(link.getAttribute('href')).toMatch(/\?showSettlement=true$/)
  expect(fact('Where the items were')).toBe('12, Lake View, Bangalore, 560002')
  const challan = within(dialog).getByRole('link', { name: 'Pickup, KA/26-27/D000301' })
  expect(challan.getAttribute('href')).toBe('/dashboard/print-pdf/challan?challan=9')
  world.ticket = details({ ...closure, status: 'revoked', active: false, charge: 1770 })
  await queryClient.invalidateQueries()
  const gone = '₹1,770 was charged and has been cancelled'
  const back =
    'What you had paid of it pays what is due first; the rest is in your Rentomoney, and what came from your deposit is back there.'
  await waitFor(() => expect(fact('Charge for leaving early')).toBe(gone + back))
})

test('the buttons of a closure come with all that stands above them, so that none moves away from under a finger', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = false
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), async () => {
      asked = true
      await answered
      return HttpResponse.json({ success: true, refundPreference: 10 })
    }),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({})),
  )
  serve(details({ requestType: 200, requestTypeName: 'Closure' }))
  const { queryClient } = await renderAt(`${path}?ticketId=T15`)
  await waitFor(() => expect(asked).toBe(true))
  // Everything but the refund preference is loaded.
  const others = () => queryClient.isFetching({ predicate: ({ queryKey }) => queryKey[2] !== 'refund' })
  await waitFor(() => expect(others()).toBe(0))
  const button = () => screen.queryByRole('button', { name: 'Reschedule' })
  expect(button()).toBeNull()
  answer()
  expect(await screen.findByText('To Rentomoney')).toBeDefined()
  expect(button()).not.toBeNull()
})

test('where the deposit goes is never left out: what could not be asked says so, and is asked again', async () => {
  let fails = true
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 40 }),
    ),
    http.get(call('/api/UserProfiles/getBankDetails'), () =>
      fails ? fault(500, 'Our side failed.') : HttpResponse.json({ vpa: 'asha@upi' }),
    ),
  )
  serve(details({ requestType: 200, requestTypeName: 'Closure' }))
  const { user } = await renderAt(`${path}?ticketId=T15`)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^We could not load how your deposit comes back ?Our side failed\./)
  expect(screen.getByRole('button', { name: 'Reschedule' })).toBeDefined()
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('By UPI to asha@upi')).toBeDefined()
})

test('CALL-79: the address of a relocation is corrected, to another one to which we bring things', async () => {
  const place = (id: number, flatNo: string, unserved = false) => ({
    id,
    flatNo,
    addressLine1: 'MG Road',
    city: 'Pune',
    pincode: '411001',
    unserved,
  })
  const sent: unknown[] = []
  server.use(
    http.get(call('/api/RMUsers/:id/addresses'), () =>
      HttpResponse.json([place(5, '5'), place(6, '6'), place(7, '7', true), place(9, '9')]),
    ),
    http.post(call('/api/addresses/updateServiceRequestAddress'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = await open(details({ itemsAddress: place(5, '5') }))
  await user.click(await press('Change address'))
  const ask = await screen.findByRole('dialog', { name: 'Where should the items go?' })
  const radios = await within(ask).findAllByRole('radio')
  expect(radios).toHaveLength(1)
  await user.click(within(ask).getByRole('radio', { name: /^6, MG Road/ }))
  await user.click(within(ask).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Relocation' })
  expect(sent).toEqual([{ serviceRequestId: 41, addressId: 6 }])
})

test('a new address is made inside the request, and chosen when its form has closed', async () => {
  const place = (id: number, flatNo: string) => ({
    id,
    flatNo,
    addressLine1: 'MG Road',
    city: 'Pune',
    pincode: '411001',
  })
  serveWorld()
  const sent: unknown[] = []
  const made: Record<string, unknown>[] = []
  server.use(
    http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json([place(5, '5'), place(6, '6')])),
    http.post(call('/api/RMUsers/:id/addresses'), async ({ request }) => {
      made.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({ ...place(31, '4B'), addressLine1: 'Koramangala', city: 'Bengaluru' })
    }),
    http.post(call('/api/addresses/updateServiceRequestAddress'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  setViewport(1440)
  const { user, location } = await open(details({ itemsAddress: place(5, '5') }))
  await user.click(await press('Change address'))
  await user.click(await press('Add new'))
  expect(location().pathname).toBe('/my-subscriptions/all-requests')
  const form = within(await screen.findByRole('dialog', { name: 'Add New Address' }))
  await user.type(await form.findByRole('combobox', { name: /Street/ }), 'koram')
  await user.click(await screen.findByRole('option', { name: koramangala.formatted_address }))
  await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
  await user.click(await press('Save'))
  const ask = within(await screen.findByRole('dialog', { name: 'Where should the items go?' }))
  expect((await ask.findByRole<HTMLInputElement>('radio', { name: /^4B, Koramangala/ })).checked).toBe(true)
  await user.click(ask.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Relocation' })
  expect(made).toMatchObject([{ flatNo: '4B', forRequest: true }])
  expect(sent).toEqual([{ serviceRequestId: 41, addressId: 31 }])
})

test('a transfer says what it waits for, what its giver owes and when it ends', async () => {
  const { dialog } = await open(
    details({
      requestType: 690,
      requestTypeName: 'Ownership Transfer',
      status: 'in_progress',
      waitsFor: 'dues',
      giverDues: 1200,
      lastDay: '2026-12-09',
      steps: [
        { status: 'raised', by: 'customer', at: '2026-11-17T20:00:00Z' },
        { status: 'in_progress', by: 'receiver', at: '2026-11-18T20:00:00Z', comment: 'Accepted' },
        { status: 'in_progress', by: 'company', at: '2026-11-25T20:00:00Z', comment: 'Receiver ready' },
        { status: 'in_progress', by: 'company', at: '2026-11-25T20:00:00Z', comment: 'Dues open' },
      ],
    }),
  )
  const text = dialog.textContent ?? ''
  for (const said of [
    'Waits forYour dues',
    'Ends by itself after9 Dec 2026',
    'Please pay your dues of ₹1,200',
    'The new owner paid the deposit and completed KYC',
    'It waits for your dues',
    'The new owner has accepted, so you cannot take this transfer back yourself. They can still give it up',
    'If what it waits for is not done by 9 Dec 2026, it ends by itself',
    'write to our support, who can end it for you',
  ]) {
    expect(text).toContain(said)
  }
  const mail = within(dialog).getByRole('link', { name: 'Write to us' })
  expect(mail.getAttribute('href')).toMatch(/^mailto:.*subject=Ownership%20Transfer%20T15$/)
})

test('a transfer that nobody has accepted says until when it can be taken back', async () => {
  const { dialog } = await open(
    details({
      requestType: 690,
      requestTypeName: 'Ownership Transfer',
      status: 'raised',
      waitsFor: 'answer',
      lastDay: '2026-12-01',
      revokeAllowed: true,
    }),
  )
  expect(within(dialog).getByText(/You can take it back until the new owner accepts/)).toBeDefined()
  expect(within(dialog).queryByText(/you cannot take this transfer back/)).toBeNull()
})

describe('a repair that is done', () => {
  const done = {
    status: 'done',
    active: false,
    canReschedule: false,
    canCancel: false,
    canChangeAddress: false,
  } as const
  const repair = (orderItemIds: number[]) =>
    details({ ...done, requestType: 20, requestTypeName: 'Repair', orderItemIds, message: 'One leg is loose.' })

  test('is asked for again with its item ticked', async () => {
    const { user, dialog } = await open(repair([11]))
    await user.click(await within(dialog).findByRole('button', { name: 'Ask for it again' }))
    const flow = within(await screen.findByRole('dialog', { name: 'Repair Request' }))
    expect((await flow.findAllByRole<HTMLInputElement>('checkbox')).map(({ checked }) => checked)).toEqual([
      true,
      false,
    ])
  })

  test('of which nothing is with the customer any more is only written about', async () => {
    const { dialog } = await open(repair([99]))
    await within(dialog).findByRole('link', { name: 'Write to us' })
    expect(within(dialog).queryByRole('button', { name: 'Ask for it again' })).toBeNull()
  })
})

test('a request that is done has a way to say that something is not right, which names it', async () => {
  const { dialog } = await open(
    details({ status: 'done', active: false, canReschedule: false, canCancel: false, canChangeAddress: false }),
  )
  const mail = within(dialog).getByRole('link', { name: 'Write to us' })
  expect(mail.getAttribute('href')).toMatch(/^mailto:.*\?subject=Relocation%20T15$/)
})

test.each([
  ['in_progress', /^Our team has begun, so you cannot take it back here any more\./],
  ['scheduled', /^This request was agreed as binding, so you cannot take it back here\./],
] as const)('a live request that is %s and cannot be taken back says why, and whom to call', async (status, why) => {
  const { dialog } = await open(details({ status, revokeAllowed: false, canReschedule: false, canCancel: false }))
  const part = within(dialog).getByRole('region', { name: 'You want to take it back?' })
  expect(within(part).getByText(why)).toBeDefined()
  expect(
    within(part)
      .getByRole('link', { name: /^Call / })
      .getAttribute('href'),
  ).toMatch(/^tel:\+\d+$/)
  expect(within(part).getByRole('link', { name: 'Write to us' })).toBeDefined()
})

test.each([
  ['can still be taken back', { revokeAllowed: true }],
  ['is over', { revokeAllowed: false, active: false, status: 'cancelled' }],
] as const)('a request that %s says nothing of the support', async (_, change) => {
  const { dialog } = await open(details(change))
  expect(within(dialog).queryByRole('region', { name: 'You want to take it back?' })).toBeNull()
})

test("a transfer shows its new owner's number", async () => {
  const { dialog } = await open(
    details({
      requestType: 690,
      requestTypeName: 'Ownership Transfer',
      status: 'raised',
      receiverMobile: '9000000011',
    }),
  )
  expect(within(dialog).getByText('+91 90000 00011')).toBeDefined()
})

describe('feedback about a request', () => {
  afterEach(forgetDoneRequest)
  const feedbackCall = call('/api/RMUsers/:id/getFeedbackToCollect')
  const ask = (messageCode: string) => {
    const world = { asked: 0 }
    server.use(
      http.get(feedbackCall, () => {
        world.asked++
        return HttpResponse.json({
          info: { token: 'f-1', message: 'How did we handle your request?', messageCode, skip: false },
        })
      }),
      http.post(call('/api/Feedbacks/feedbackLater'), () => HttpResponse.json({ success: true })),
    )
    return world
  }
  const close = async ({ user, dialog }: Awaited<ReturnType<typeof open>>) => {
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Relocation' })).toBeNull())
  }

  test('is asked for once, after a request that is done was looked at', async () => {
    const world = ask('feedback.after_request')
    const opened = await open(details({ status: 'done', active: false }))
    await waitFor(() => expect(world.asked).toBe(1))
    expect(screen.queryByRole('dialog', { name: 'Rate your experience' })).toBeNull()
    await close(opened)
    const popup = await screen.findByRole('dialog', { name: 'Rate your experience' })
    expect(within(popup).getByText('How did we handle your request?')).toBeDefined()
    await opened.user.click(within(popup).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(world.asked).toBe(1)
  })

  test('a question about a payment is not asked here', async () => {
    const world = ask('feedback.after_payment')
    const opened = await open(details({ status: 'done', active: false }))
    await waitFor(() => expect(world.asked).toBe(1))
    await close(opened)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['of a request that is under way', 'in_progress', false],
    ['by an agent', 'done', true],
  ] as const)('is not asked for %s', async (_, status, isAgent) => {
    if (isAgent) markDirectLogin()
    const world = ask('feedback.after_request')
    await close(await open(details({ status, active: status !== 'done' })))
    expect([world.asked, screen.queryByRole('dialog')]).toEqual([0, null])
  })
})
