import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AnalyticsTask, connectAnalytics } from '#/platform/analytics'
import {
  asked,
  atStep,
  bodiesOf,
  button,
  chooseDay,
  chooseItems,
  choosePlace,
  openFlow,
  percent,
  press,
  pune,
  serveHome,
  serveRelocation,
  toDropDay,
  toPickupDay,
  toPune,
} from '#/test/relocation'
import { renderAt } from '#/test/render-at'

beforeEach(serveRelocation)

describe('from the items to the request', () => {
  test('RELOCATE-01, RELOCATE-02, RELOCATE-03, RELOCATE-04, RELOCATE-05, FLOW-06, ADDRESS-31: items first, in a flow of its own name with its ring', async () => {
    const app = await openFlow()
    expect(percent()).toBe('20%')
    const ring = screen.getByText('Completed').parentElement?.querySelectorAll('circle') ?? []
    expect([...ring].map((circle) => circle.getAttribute('r'))).toEqual(['45', '45'])
    expect((await button('Continue')).disabled).toBe(true)
    expect(screen.getAllByText(/^Subscribed on /).length).toBeGreaterThan(0)
    await chooseItems(app, /Wooden sofa/)
    await atStep(app, 'choose-pickup-location')
    expect(percent()).toBe('40%')
    expect(bodiesOf('checkIfTicketsCanExistsParallely')).toMatchObject([
      { data: { orderItemIds: [11], requestTypeCreating: 65 } },
    ])
  })

  test('RELOCATE-08, RELOCATE-09, RELOCATE-11, RELOCATE-12, RELOCATE-13, CALL-32: days, the other address, the request', async () => {
    const events: AnalyticsTask[] = []
    connectAnalytics((task) => events.push(task))
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    expect(percent()).toBe('80%')
    await choosePlace(app, toPune)
    await atStep(app, 'choose-preferred-date')
    expect(percent()).toBe('90%')
    await press(app, 'Submit request')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a day first')
    expect(
      screen.getByRole('group', { name: 'Preferred day of arrival', description: /Choose a day first/ }),
    ).toBeDefined()
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true)
    expect(bodiesOf('createNewTicket')).toEqual([])
    await chooseDay(app, '26 November 2026')
    await app.user.type(screen.getByRole('textbox', { name: /Anything our team should know/ }), 'Third floor')
    await press(app, 'Submit request')
    expect(await screen.findByRole('heading', { name: 'Request Created Successfully' })).toBeDefined()
    await atStep(app, 'request-created-successfully')
    expect(percent()).toBe('100%')
    expect(screen.getByText('T5')).toBeDefined()
    expect(screen.getByText(/^Thursday,? 26 November,? 2026$/)).toBeDefined()
    expect(asked.map(([path]) => path)).toEqual(['checkIfTicketsCanExistsParallely', 'getCssSlots', 'createNewTicket'])
    expect(bodiesOf('createNewTicket')).toEqual([
      {
        data: {
          requestType: 65,
          message: 'Third floor',
          pickupAddressId: 1,
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
      expect.objectContaining({ name: 'request created', properties: { ticketType: 'Relocation Request' } }),
    )
    await app.user.click(screen.getByRole('link', { name: 'See Request Status' }))
    await waitFor(() => expect(app.location().pathname).toBe('/my-subscriptions/all-requests'))
    connectAnalytics()
  })

  test('everything that was chosen is there once more before it is sent, and what it means for the tax', async () => {
    const app = await toDropDay()
    expect(screen.queryByRole('region', { name: 'Your relocation' })).toBeNull()
    await chooseDay(app, '27 November 2026')
    expect(screen.getByRole('heading', { name: 'Your relocation' })).toBe(document.activeElement)
    expect(screen.queryByRole('grid')).toBeNull()
    await press(app, 'Choose another day')
    await press(app, 'Submit request')
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true)
    await chooseDay(app, '27 November 2026')
    const review = within(await screen.findByRole('region', { name: 'Your relocation' }))
    expect(review.getByText('Wooden sofa set, 3 seater')).toBeDefined()
    expect(review.getByText('4B, 3rd Cross, Bengaluru, 560034')).toBeDefined()
    expect(review.getByText(/^Monday,? 23 November,? 2026$/)).toBeDefined()
    expect(review.getByText('7, 3rd Cross, Pune, 411045')).toBeDefined()
    expect(
      review.getByText(/^From Friday,? 27 November,? 2026 the place of supply changes from Karnataka to Maharashtra/),
    ).toBeDefined()
  })
})

test.each([
  ['2027-01-31', undefined, true],
  ['2026-11-26', undefined, false],
  ['2027-01-31', '2026-11-20', false],
])(
  'what a move to another state ends of rent that is paid until %s is said before it',
  async (until, endedOn, said) => {
    const paidAhead = { left: 4419, from: '2026-11-01', until, items: [{ id: 11, name: 'Wooden sofa set', endedOn }] }
    serveHome({ paidAhead })
    const app = await toDropDay()
    await chooseDay(app, '27 November 2026')
    const review = within(await screen.findByRole('region', { name: 'Your relocation' }))
    const words =
      /^Rent that you paid in advance pays until Friday,? 27 November,? 2026 only for: Wooden sofa set. What is left then goes back to your Rentomoney/
    expect(review.queryAllByText(words)).toHaveLength(said ? 1 : 0)
  },
)

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
