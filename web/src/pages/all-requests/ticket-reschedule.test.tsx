import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { VisitTimes } from '#/features/tickets/calls'
import { anAmount } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import { details, open, press, timesCall } from '#/test/tickets'

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
  const days = await within(ask).findByRole('radiogroup', { name: 'Day' })
  // The other day of the two has no free slot.
  expect(within(days).getByRole('group')).toBe(within(days).getByRole('group', { name: 'Saturday, 21 November 2026' }))
  const confirm = within(ask).getByRole('button', { name: 'Confirm new time' })
  await user.click(confirm)
  const wanted = 'Please choose a day and a time first.'
  expect(within(ask).getByRole('alert').textContent).toBe(wanted)
  expect(within(ask).getByRole('radiogroup', { name: 'Day', description: wanted })).toBe(days)
  expect(document.activeElement).toBe(within(ask).getByRole('radio', { name: /2:00 pm to 5:00 pm/ }))
  expect(bodies).toHaveLength(1)
  expect(within(ask).getByRole('radio', { name: /10:00 am to 1:00 pm/ })).toHaveProperty('disabled', true)
  await user.click(within(ask).getByRole('radio', { name: /2:00 pm to 5:00 pm/ }))
  await user.type(within(ask).getByLabelText(/Reason/), 'In the office')
  await user.click(confirm)
  expect(await screen.findByText('21 Nov 2026, 2:00 pm to 5:00 pm')).toBeDefined()
  expect(bodies[0]).toEqual({ data: { ticketId: 'T15' } })
  expect(bodies).toContainEqual({ ticketId: 'T15', slotId: '1/2026-11-21/14:00', reason: 'In the office' })
})

test('a relocation is put off together with its delivery, which is shown before it is confirmed', async () => {
  const { user } = await open(details({ deliveryDate: '2026-11-24' }))
  const bodies: unknown[] = []
  const deliveries = [
    { date: '2026-11-21', deliveryDate: '2026-11-24' },
    { date: '2026-11-24', deliveryDate: '2026-11-27' },
  ]
  server.use(
    http.post(timesCall, () => HttpResponse.json({ ...times, slots: [], deliveries })),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  await user.click(await press('Reschedule'))
  await user.click(await screen.findByRole('button', { name: /, 21 November 2026/ }))
  expect(await screen.findByText('The delivery stays on 24 Nov 2026.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /, 24 November 2026/ }))
  expect(await screen.findByText('The delivery moves too: from 24 Nov 2026 to 27 Nov 2026.')).toBeDefined()
  const confirm = await press('Confirm new time')
  expect(confirm.closest('form') ?? document.getElementById(confirm.getAttribute('form') ?? '')?.tagName).toBe('FORM')
  await user.click(confirm)
  await screen.findByRole('dialog', { name: 'Relocation' })
  expect(bodies).toEqual([{ ticketId: 'T15', preferredDate: '2026-11-24', deliveryDate: '2026-11-27' }])
})

test('a slot that was taken meanwhile is refused where it was chosen, in the words of the rule alone', async () => {
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
  await user.click(await screen.findByRole('radio', { name: /2:00 pm to 5:00 pm/ }))
  await user.click(await press('Confirm new time'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This slot has just been taken. Please choose another one.')
  expect(await screen.findByText(/No slot is free/)).toBeDefined()
  await user.click(await press('Confirm new time'))
  expect(await screen.findByText('Please choose a day and a time first.')).toBeDefined()
})

test('ERR-15: slots that cannot be fetched say so, and are fetched again', async () => {
  const { user } = await open(details())
  server.use(http.post(timesCall, () => fault(500, 'The desk is closed.')))
  await user.click(await press('Reschedule'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something Went Wrong')
  server.use(http.post(timesCall, () => HttpResponse.json(times)))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radiogroup', { name: 'Day' })).toBeDefined()
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
  await user.click(confirm)
  expect(await screen.findByText('Please choose a day and a time first.')).toBeDefined()
  expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true)
  await user.click(await day(/, 24 November 2026/))
  await user.click(confirm)
  await screen.findByRole('dialog', { name: 'Relocation' })
  expect(bodies).toEqual([{ ticketId: 'T15', preferredDate: '2026-11-24' }])
})

test('a closure is not put off before its charge is known, and pressing says so', async () => {
  const { user } = await open(details({ requestType: 200, requestTypeName: 'Closure' }))
  let answer: (amounts: ReturnType<typeof anAmount>[]) => void = () => undefined
  const amounts = new Promise<ReturnType<typeof anAmount>[]>((resolve) => (answer = resolve))
  const sent: unknown[] = []
  server.use(
    http.post(timesCall, () => HttpResponse.json({ ...times, slots: [] })),
    http.post(call('/api/Dashboards/getClosureAmounts'), async () => HttpResponse.json(await amounts)),
    http.post(call('/api/ServiceRequests/cssRescheduleTicket'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  await user.click(await press('Reschedule'))
  await user.click(await screen.findByRole('button', { name: /, 24 November 2026/ }))
  await user.click(await press('Confirm new time'))
  expect((await screen.findByRole('alert')).textContent).toBe('Working out the charge')
  expect(sent).toEqual([])
  answer([anAmount({ total: 1770 })])
  expect(await screen.findByText('₹1,770')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(await press('Confirm new time'))
  await screen.findByRole('dialog', { name: 'Closure' })
  expect(sent).toEqual([{ ticketId: 'T15', preferredDate: '2026-11-24', closureCharge: 1770 }])
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
