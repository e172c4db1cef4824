import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AnalyticsTask, connectAnalytics } from '#/platform/analytics'
import { aDashboard, aProduct } from '#/test/builders'
import { call, fault } from '#/test/handlers'
import { anAddress, aPlace, serveWorld } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const home = anAddress()
const pune = anAddress({ id: 2, flatNo: '7', city: 'Pune', pincode: '411045' })
const holiday = '2026-11-25'
const slots = ['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'].flatMap((date) =>
  ['10:00', '13:00'].map((startTime, index) => ({
    slotId: `1/${date}/${startTime}`,
    date,
    startTime,
    endTime: index ? '16:00' : '13:00',
    available: !(date === '2026-11-23' && index === 0),
  })),
)

/** What the server was asked, in order. */
let asked: [path: string, body: unknown][]

function answer(path: string, respond: () => Response) {
  server.use(
    http.post(call(path), async ({ request }) => {
      asked.push([path.split('/').at(-1) ?? '', await request.json()])
      return respond()
    }),
  )
}

const bodiesOf = (name: string) => asked.filter(([path]) => path === name).map(([, body]) => body)

beforeEach(() => {
  asked = []
  const rules = {
    today: '2026-11-20',
    holidays: [
      { locationId: 1, date: holiday },
      { locationId: 2, date: '2026-12-01' },
    ],
    closurereasons: [],
    closurePickUpCalenderDateMap: {
      full: { minPickupDays: 4, maxPickupDays: 20 },
      partial: { minPickupDays: 2, maxPickupDays: 30 },
    },
  }
  const locations = [
    { id: 1, name: 'Bengaluru', slug: 'bangalore' },
    { id: 2, name: 'Pune', slug: 'pune' },
  ]
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ locations }))),
    http.get(call('/api/meta/rmStaticVariables'), () => HttpResponse.json(rules)),
    http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([home, pune])),
    http.get(call('/api/Dashboards/getServiceRequest'), () => HttpResponse.json({ serviceRequests: [], total: 0 })),
  )
  answer('/api/ServiceRequests/checkIfTicketsCanExistsParallely', () =>
    HttpResponse.json({
      success: true,
      message: '',
      proceedWithTicketCreation: true,
      revokeAllowed: true,
      revokeTickets: [],
    }),
  )
  answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json({ slots: [] }))
  answer('/api/ServiceRequests/bookCssSlot', () => HttpResponse.json({ success: true }))
  answer('/api/Dashboards/saveOrderItemsAddress', () => HttpResponse.json({ success: true }))
  answer('/api/ServiceRequests/createNewTicket', () =>
    HttpResponse.json({ success: true, serviceRequestId: 5, ticketId: 'T5' }),
  )
})

type App = Awaited<ReturnType<typeof renderAt>>

const percent = () => screen.getByText('Completed').previousElementSibling?.textContent
const atStep = (app: App, step: string | undefined) =>
  waitFor(() => expect((app.location().search as { requestStep?: string }).requestStep).toBe(step))
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const press = async (app: App, name: string) => app.user.click(await button(name))
const calendarDay = (day: string) => screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`, ${day}`) })

async function openFlow() {
  const app = await renderAt('/home?requestType=relocate-subscription', { before: ['/kyc', '/home'] })
  await screen.findByRole('dialog', { name: 'Relocation Request' })
  return app
}

async function chooseItems(app: App, ...names: RegExp[]) {
  for (const name of names) await app.user.click(await screen.findByRole('checkbox', { name }))
  await press(app, 'Continue')
}

async function choosePlace(app: App, name: RegExp) {
  await app.user.click(await screen.findByRole('radio', { name }))
  await press(app, 'Continue')
}

/** To the choice of the pickup's day. */
async function toPickupDay() {
  const app = await openFlow()
  await chooseItems(app, /Wooden sofa/)
  await choosePlace(app, /^Address 1/)
  await atStep(app, 'choose-pickup-date')
  return app
}

async function chooseDay(app: App, day: string) {
  await app.user.click(await calendarDay(day))
}

/** To the last screen before the request is sent. */
async function toDropDay() {
  const app = await toPickupDay()
  await chooseDay(app, '23 November 2026')
  await press(app, 'Continue')
  await choosePlace(app, /^Address 2/)
  await atStep(app, 'choose-preferred-date')
  return app
}

describe('from the items to the request', () => {
  test('RELOCATE-01, RELOCATE-02, RELOCATE-03, RELOCATE-04, RELOCATE-05, FLOW-06, ADDRESS-31: items first, in a flow of its own name with its ring', async () => {
    const app = await openFlow()
    expect(percent()).toBe('20%')
    const ring = screen.getByText('Completed').parentElement?.querySelectorAll('circle') ?? []
    expect([...ring].map((circle) => circle.getAttribute('r'))).toEqual(['45', '45'])
    expect((await button('Continue')).disabled).toBe(true)
    expect(screen.getAllByText(/^Subscribed on .+ · Tenure ends on /).length).toBeGreaterThan(0)
    await chooseItems(app, /Wooden sofa/)
    await atStep(app, 'choose-pickup-location')
    expect(percent()).toBe('40%')
    expect(bodiesOf('checkIfTicketsCanExistsParallely')).toMatchObject([
      { data: { orderItemIds: [11], requestTypeCreating: 65 } },
    ])
  })

  test('ADDRESS-01 to ADDRESS-05, CALL-99: a saved address; the server hears at once where the items stand', async () => {
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/, /fridge/)
    await screen.findByText('Choose from below addresses')
    expect(screen.getByRole('heading', { name: 'Where do we pick up the items?' })).toBe(document.activeElement)
    expect(screen.getByText('OR')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add New Address' })).toBeDefined()
    expect((await button('Continue')).disabled).toBe(true)
    await app.user.click(screen.getByRole('radio', { name: /^Address 1/ }))
    expect(screen.getByText('Selected')).toBeDefined()
    await press(app, 'Continue')
    await atStep(app, 'choose-pickup-date')
    expect(percent()).toBe('60%')
    expect(bodiesOf('saveOrderItemsAddress')).toEqual([{ id: 1, orderItems: [11, 12] }])
  })

  test('ADDRESS-06: without saved addresses there is only a new one', async () => {
    server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([])))
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    expect(await screen.findByText('You have no saved addresses')).toBeDefined()
  })

  test('RELOCATE-08, RELOCATE-09, RELOCATE-11, RELOCATE-12, RELOCATE-13, CALL-32: days, the other address, the request', async () => {
    const events: AnalyticsTask[] = []
    connectAnalytics((task) => events.push(task))
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    expect(percent()).toBe('80%')
    await choosePlace(app, /^Address 2/)
    await atStep(app, 'choose-preferred-date')
    expect(percent()).toBe('90%')
    expect((await button('Submit request')).disabled).toBe(true)
    await chooseDay(app, '26 November 2026')
    await app.user.type(screen.getByRole('textbox', { name: /Anything our team should know/ }), 'Third floor')
    await press(app, 'Submit request')
    expect(await screen.findByRole('heading', { name: 'Request Created Successfully' })).toBeDefined()
    await atStep(app, 'request-created-successfully')
    expect(percent()).toBe('100%')
    expect(asked.map(([path]) => path)).toEqual([
      'checkIfTicketsCanExistsParallely',
      'saveOrderItemsAddress',
      'getCssSlots',
      'createNewTicket',
    ])
    expect(bodiesOf('createNewTicket')).toEqual([
      {
        data: {
          requestType: 65,
          message: 'Third floor',
          address: pune,
          orderItemCount: 1,
          orderItemIds: [11],
          location: 'Pune',
          cxPreferredPickupDate: '2026-11-23',
          cxPreferredDeliveryDate: '2026-11-26',
        },
      },
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'track', properties: { ticketType: 'Relocation Request' } }),
    )
    await app.user.click(screen.getByRole('link', { name: 'See Request Status' }))
    await waitFor(() => expect(app.location().pathname).toBe('/my-subscriptions/all-requests'))
    connectAnalytics()
  })

  test('everything that was chosen is there once more before it is sent, and what it means for the tax', async () => {
    const app = await toDropDay()
    expect(screen.queryByRole('region', { name: 'Your relocation' })).toBeNull()
    await chooseDay(app, '27 November 2026')
    const review = within(await screen.findByRole('region', { name: 'Your relocation' }))
    expect(review.getByText('Wooden sofa set, 3 seater')).toBeDefined()
    expect(review.getByText('4B, 3rd Cross, Bengaluru, 560034')).toBeDefined()
    expect(review.getByText(/^Monday,? 23 November,? 2026$/)).toBeDefined()
    expect(review.getByText('7, 3rd Cross, Pune, 411045')).toBeDefined()
    expect(
      review.getByText(/^From Friday,? 27 November,? 2026 the place of supply changes from Bengaluru to Pune/),
    ).toBeDefined()
  })
})

describe('the day of the pickup', () => {
  test('VALID-40: part of the items has other days than all; nobody comes on holidays of their city', async () => {
    await toPickupDay()
    expect((await calendarDay('21 November 2026')).disabled).toBe(true)
    expect((await calendarDay('22 November 2026')).disabled).toBe(false)
    expect((await calendarDay('25 November 2026')).disabled).toBe(true)
    expect((await button('Continue')).disabled).toBe(true)
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
  beforeEach(() => answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json({ slots })))

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
    expect((await button('Continue')).disabled).toBe(true)
    await app.user.click(later.getByRole('radio', { name: /10:00 am/ }))
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    expect(bodiesOf('bookCssSlot')).toEqual([{ data: { slotId: '1/2026-11-30/10:00', orderItemIds: [11] } }])
    await choosePlace(app, /^Address 2/)
    await chooseDay(app, '3 December 2026')
    const review = within(await screen.findByRole('region', { name: 'Your relocation' }))
    expect(review.getByText('10:00 am to 1:00 pm')).toBeDefined()
    await press(app, 'Submit request')
    await atStep(app, 'request-created-successfully')
    expect(bodiesOf('createNewTicket')).toMatchObject([{ data: { cxPreferredPickupDate: '2026-11-30' } }])
  })

  test('a slot that was taken meanwhile: told, and the list is shown anew', async () => {
    const app = await toPickupDay()
    const words = 'This slot has just been taken. Please choose another one.'
    answer('/api/ServiceRequests/bookCssSlot', () => fault(409, words))
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    const left = slots.map((slot) => (slot.date === '2026-11-23' ? { ...slot, available: false } : slot))
    answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json({ slots: left }))
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    await waitFor(() => expect(screen.queryByRole('group', { name: /23 November 2026/ })).toBeNull())
    expect((await button('Continue')).disabled).toBe(true)
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
    answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json({ slots }))
    await press(app, 'Try again')
    expect(await screen.findByRole('group', { name: /23 November 2026/ })).toBeDefined()
  })

  test('a place that was held too long is chosen anew', async () => {
    const app = await toPickupDay()
    const first = within(await screen.findByRole('group', { name: /23 November 2026/ }))
    await app.user.click(first.getByRole('radio', { name: /1:00 pm to/ }))
    await press(app, 'Continue')
    await choosePlace(app, /^Address 2/)
    await chooseDay(app, '26 November 2026')
    const words = 'Your slot is not held any more. Please choose a slot for the pickup.'
    answer('/api/ServiceRequests/createNewTicket', () => fault(409, words, { field: 'slotId' }))
    await press(app, 'Submit request')
    await atStep(app, 'choose-pickup-date')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect((await button('Continue')).disabled).toBe(true)
  })
})

describe('what stands in the way', () => {
  test('nothing that could be moved', async () => {
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists: [] }))),
    )
    await openFlow()
    const words = "You don't have any active products which are eligible to raise relocation request!"
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('items in two cities', async () => {
    const activeProductLists = [aProduct(), aProduct({ id: 12, name: 'Fridge', locationId: 2 })]
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists }))),
    )
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/, /Fridge/)
    expect((await screen.findByRole('alert')).textContent).toContain('These items are in different cities.')
    expect(asked).toEqual([])
    await app.user.click(screen.getByRole('checkbox', { name: /Fridge/ }))
    expect(screen.queryByRole('alert')).toBeNull()
    await press(app, 'Continue')
    await atStep(app, 'choose-pickup-location')
  })

  test('live requests are taken back first', async () => {
    const ticket = { ticketId: 'T1', requestType: 20, requestTypeName: 'Repair', orderItemId: 11, productName: 'Sofa' }
    answer('/api/ServiceRequests/checkIfTicketsCanExistsParallely', () =>
      HttpResponse.json({
        success: true,
        message: '',
        proceedWithTicketCreation: false,
        revokeAllowed: true,
        revokeTickets: [{ requestType: 20, requestTypeName: 'Repair', tickets: [ticket] }],
      }),
    )
    answer('/api/ServiceRequests/revokeTickets', () => HttpResponse.json({ success: true }))
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    await press(app, 'Close request(s) & proceed')
    await atStep(app, 'choose-pickup-location')
    expect(bodiesOf('revokeTickets')).toEqual([
      { data: { comment: 'Revoke request by user', revokeTickets: [ticket] } },
    ])
  })

  test('a pickup address that the server refuses is chosen anew', async () => {
    const words = 'This address is in another city. Please ask for a relocation instead.'
    answer('/api/Dashboards/saveOrderItemsAddress', () => fault(422, words))
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    await choosePlace(app, /^Address 2/)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    await atStep(app, 'choose-pickup-location')
  })

  test('the address from which the items come is not the one to which they go', async () => {
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await choosePlace(app, /^Address 1/)
    expect((await screen.findByRole('alert')).textContent).toContain('Please choose another one.')
    await atStep(app, 'choose-drop-location')
  })

  test.each([
    ['cxPreferredPickupDate', 422, 'choose-pickup-date'],
    ['address', 422, 'choose-drop-location'],
    ['cxPreferredDeliveryDate', 422, 'choose-preferred-date'],
    [undefined, 409, undefined],
    [undefined, 500, 'choose-preferred-date'],
  ])('a refusal (%s, %d) is shown at %s, and the draft is kept', async (field, status, step) => {
    const app = await toDropDay()
    await chooseDay(app, '27 November 2026')
    answer('/api/ServiceRequests/createNewTicket', () => fault(status, 'Refused.', { field }))
    await press(app, 'Submit request')
    expect((await screen.findByRole('alert')).textContent).toBe('Refused.')
    await atStep(app, step)
  })
})

describe('a new address', () => {
  const baner = aPlace('Baner', 'Pune', '411045', 18.559, 73.7868)

  async function addAddress(app: App, place: string) {
    await press(app, 'Add New Address')
    const street = await screen.findByRole('combobox', { name: 'Street' })
    await app.user.type(street, place)
    await app.user.click(await screen.findByRole('option', { name: new RegExp(`^${place}`) }))
  }

  test('RELOCATE-10: to which the items go', async () => {
    setViewport(1440)
    serveWorld({ places: [baner] })
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    await addAddress(app, 'Baner')
    await atStep(app, 'add-new-drop-location')
    expect(percent()).toBe('60%')
    await app.user.type(await screen.findByRole('textbox', { name: 'House No./Flat No.' }), '9')
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).ariaBusy).toBeNull())
    await press(app, 'Save')
    await atStep(app, 'choose-preferred-date')
    await chooseDay(app, '27 November 2026')
    await press(app, 'Submit request')
    await atStep(app, 'request-created-successfully')
    expect(bodiesOf('createNewTicket')).toMatchObject([{ data: { address: { id: 9 }, location: 'Pune' } }])
  })

  test('RELOCATE-07: from which they come, in the city where they stand', async () => {
    setViewport(1440)
    const world = serveWorld()
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    await addAddress(app, 'Koramangala')
    await atStep(app, 'add-new-pickup-location')
    expect(percent()).toBe('40%')
    await app.user.type(await screen.findByRole('textbox', { name: 'House No./Flat No.' }), '9')
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).ariaBusy).toBeNull())
    await press(app, 'Save')
    await atStep(app, 'choose-pickup-date')
    expect(world.checks).toContainEqual(expect.objectContaining({ boundCity: 'Bengaluru' }))
    expect(bodiesOf('saveOrderItemsAddress')).toEqual([{ id: 9, orderItems: [11] }])
  })

  test.each([390, 1440])('RELOCATE-06, ADDRESS-27: where nothing is delivered, at %d px', async (width) => {
    setViewport(width)
    serveWorld({ places: [baner], served: ({ latitude }) => latitude !== 18.559 })
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    await addAddress(app, 'Baner')
    await atStep(app, 'area-not-serviceable')
    expect(await screen.findByText('We do not serve this area yet.')).toBeDefined()
    expect(screen.getByText('Completed').previousElementSibling?.textContent).toBe('40%')
    expect(screen.getByRole('link', { name: 'Talk to CX Agent' })).toBeDefined()
    await press(app, 'Choose another address')
    await atStep(app, 'add-new-drop-location')
  })
})

describe('leaving', () => {
  test('asks once before what was chosen is lost', async () => {
    const app = await openFlow()
    await app.user.click(await screen.findByRole('checkbox', { name: /Wooden sofa/ }))
    await press(app, 'Close')
    await press(app, 'Leave')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('Back goes to the step before, with what was chosen there', async () => {
    const app = await toPickupDay()
    app.history.back()
    await atStep(app, 'choose-pickup-location')
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Address 1/ })).checked).toBe(true)
  })

  test('DIALOG-22: a link into the middle opens nothing', async () => {
    const app = await renderAt('/home')
    await screen.findByRole('heading', { level: 1 })
    const search = { requestType: 'relocate-subscription', requestStep: 'choose-preferred-date' } as const
    await app.router.navigate({ to: '/home', search })
    await waitFor(() => expect(app.location().search).toEqual({}))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
