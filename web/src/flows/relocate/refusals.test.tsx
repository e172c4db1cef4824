import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDashboard, aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import {
  answer,
  asked,
  atStep,
  bodiesOf,
  chooseDay,
  chooseItems,
  openFlow,
  press,
  serveRelocation,
  toDropDay,
} from '#/test/relocation'
import { server } from '#/test/server'

beforeEach(serveRelocation)

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
    answer('/api/ServiceRequests/createNewTicket', () => fault(422, words, { field: 'pickupAddressId' }))
    const app = await toDropDay()
    await chooseDay(app, '27 November 2026')
    await press(app, 'Submit request')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    await atStep(app, 'choose-pickup-location')
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
