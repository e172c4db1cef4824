import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { fault } from '#/test/handlers'
import {
  answer,
  atStep,
  bodiesOf,
  button,
  calendarDay,
  chooseDay,
  chooseItems,
  choosePlace,
  offered,
  openFlow,
  press,
  serveRelocation,
  slots,
  toDropDay,
  toPickupDay,
  toPune,
} from '#/test/relocation'

beforeEach(serveRelocation)

describe('the day of the pickup', () => {
  test('VALID-40: part of the items has other days than all; nobody comes on holidays of their city', async () => {
    const app = await toPickupDay()
    expect((await calendarDay('21 November 2026')).disabled).toBe(true)
    expect((await calendarDay('22 November 2026')).disabled).toBe(false)
    expect((await calendarDay('25 November 2026')).disabled).toBe(true)
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a day first')
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true)
    await chooseDay(app, '23 November 2026')
    expect(screen.queryByRole('alert')).toBeNull()
    await atStep(app, 'choose-pickup-date')
  })

  test('VALID-40: all of the items', async () => {
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/, /fridge/)
    await choosePlace(app, /^Address 1/)
    expect((await calendarDay('23 November 2026')).disabled).toBe(true)
    expect((await calendarDay('24 November 2026')).disabled).toBe(false)
  })

  test('VALID-42: the drop is at least three days later, on no holiday of the new city', async () => {
    const app = await toDropDay()
    expect((await calendarDay('25 November 2026')).disabled).toBe(true)
    expect((await calendarDay('26 November 2026')).disabled).toBe(false)
    await press(app, 'Next month')
    expect((await calendarDay('1 December 2026')).disabled).toBe(true)
    expect((await calendarDay('26 December 2026')).disabled).toBe(false)
    expect((await calendarDay('27 December 2026')).disabled).toBe(true)
  })
})

describe('slots', () => {
  beforeEach(() => answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json(offered(slots))))

  test('VALID-41, CALL-23, CALL-24, CALL-25: stand in place of the calendar, and one is held', async () => {
    const app = await toPickupDay()
    expect(await screen.findByRole('group', { name: /23 November 2026/ })).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
    expect(bodiesOf('getCssSlots')).toEqual([
      { data: { orderItemIds: [11], mojoVahanTaskType: 'PICKUP', requestType: 'Relocation Pickup' } },
    ])
    const day = within(screen.getByRole('group', { name: /23 November 2026/ }))
    expect(day.getByRole<HTMLInputElement>('radio', { name: /10:00 am to 1:00 pm Taken/ }).disabled).toBe(true)
    expect(screen.queryByRole('group', { name: /30 November 2026/ })).toBeNull()
    await press(app, 'Show later days')
    const later = within(screen.getByRole('group', { name: /30 November 2026/ }))
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a slot first')
    expect(document.activeElement).toBe(day.getByRole('radio', { name: /1:00 pm to/ }))
    expect(bodiesOf('bookCssSlot')).toEqual([])
    await app.user.click(later.getByRole('radio', { name: /10:00 am/ }))
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    expect(bodiesOf('bookCssSlot')).toEqual([{ data: { slotId: '1/2026-11-30/10:00', orderItemIds: [11] } }])
    await choosePlace(app, toPune)
    await chooseDay(app, '3 December 2026')
    const review = within(await screen.findByRole('region', { name: 'Your relocation' }))
    expect(review.getByText('10:00 am to 1:00 pm')).toBeDefined()
    await press(app, 'Submit request')
    await atStep(app, 'request-created-successfully')
    expect(bodiesOf('createNewTicket')).toMatchObject([{ data: { cxPreferredPickupDate: '2026-11-30' } }])
  })

  test('CALL-25: until when it is held is said where it matters, and the held one is not taken for its holder', async () => {
    const app = await toPickupDay()
    const held = { ...(slots[1] as (typeof slots)[number]), available: true, heldUntil: '2026-11-20T10:45:00+05:30' }
    answer('/api/ServiceRequests/bookCssSlot', () => HttpResponse.json({ success: true, slot: held }))
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    const left = slots.map((slot) => (slot.date === '2026-11-23' ? { ...slot, available: false } : slot))
    answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json(offered(left)))
    await press(app, 'Continue')
    const words = 'We hold your slot for you until 10:45 am.'
    expect(await screen.findByText(words)).toBeDefined()
    await choosePlace(app, toPune)
    await chooseDay(app, '26 November 2026')
    expect(within(screen.getByRole('region', { name: 'Your relocation' })).getByText(words)).toBeDefined()
    app.history.go(-2)
    await atStep(app, 'choose-pickup-date')
    const mine = await screen.findByRole<HTMLInputElement>('radio', { name: `1:00 pm to 4:00 pm ${words}` })
    expect([mine.checked, mine.disabled]).toEqual([true, false])
    const next = within(screen.getByRole('group', { name: /24 November 2026/ }))
    await app.user.click(next.getByRole('radio', { name: '10:00 am to 1:00 pm' }))
    expect(screen.queryByText(words)).toBeNull()
  })

  test('a slot that was taken meanwhile: told, and the list is shown anew', async () => {
    const app = await toPickupDay()
    const words = 'This slot has just been taken. Please choose another one.'
    answer('/api/ServiceRequests/bookCssSlot', () => fault(409, words))
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    const left = slots.map((slot) => (slot.date === '2026-11-23' ? { ...slot, available: false } : slot))
    answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json(offered(left)))
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    await waitFor(() => expect(screen.queryByRole('group', { name: /23 November 2026/ })).toBeNull())
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a slot first')
    await atStep(app, 'choose-pickup-date')
  })

  test('ERR-15: a slot that cannot be held', async () => {
    const app = await toPickupDay()
    answer('/api/ServiceRequests/bookCssSlot', () => fault(500, 'Boom'))
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Something Went Wrong')
    expect((await button('Continue')).disabled).toBe(false)
  })

  test('ERR-15: slots that cannot be read can be asked for again', async () => {
    answer('/api/ServiceRequests/getCssSlots', () => fault(422, 'Boom'))
    const app = await toPickupDay()
    expect(await screen.findByText('Something Went Wrong')).toBeDefined()
    answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json(offered(slots)))
    await press(app, 'Try again')
    expect(await screen.findByRole('group', { name: /23 November 2026/ })).toBeDefined()
  })

  test('a place that was held too long is chosen anew', async () => {
    const app = await toPickupDay()
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    await press(app, 'Continue')
    await choosePlace(app, toPune)
    await chooseDay(app, '26 November 2026')
    const words = 'Your slot is not held any more. Please choose a slot for the pickup.'
    answer('/api/ServiceRequests/createNewTicket', () => fault(409, words, { field: 'slotId' }))
    await press(app, 'Submit request')
    await atStep(app, 'choose-pickup-date')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a slot first')
  })
})
