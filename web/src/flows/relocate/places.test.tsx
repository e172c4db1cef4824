import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, http } from '#/test/contract'
import { anAddress, aPlace, serveWorld } from '#/test/places'
import {
  type App,
  asked,
  atStep,
  bodiesOf,
  button,
  chooseDay,
  chooseItems,
  choosePlace,
  home,
  openFlow,
  percent,
  press,
  pune,
  serveRelocation,
  toPickupDay,
  toPune,
} from '#/test/relocation'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

beforeEach(serveRelocation)

describe('the saved addresses', () => {
  test('ADDRESS-01 to ADDRESS-05: a saved address; nothing is told to the server yet', async () => {
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
    expect(asked.map(([path]) => path)).toEqual(['checkIfTicketsCanExistsParallely', 'getCssSlots'])
  })

  test('ADDRESS-06: without saved addresses there is only a new one', async () => {
    server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([])))
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    expect(await screen.findByText('You have no saved addresses')).toBeDefined()
  })

  test('ADDRESS-06: who has only the address from which they come is told so, and led to a new one', async () => {
    server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([home])))
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    expect(await screen.findByText('None of your saved addresses can be chosen here')).toBeDefined()
    expect(screen.getByText(/^Not shown: /)).toBeDefined()
    expect(screen.queryByText('You have no saved addresses')).toBeNull()
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Please select an address')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add new' }))
  })

  test('ADDRESS-07, VALID-07: where they go is chosen by radio buttons above a row that adds one; the request is a 65', async () => {
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    await screen.findByRole('radio', { name: toPune })
    expect(screen.queryByRole('radio', { name: /^Address/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Add new' })).toBeDefined()
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Please select an address')
    await atStep(app, 'choose-drop-location')
    await choosePlace(app, toPune)
    await chooseDay(app, '26 November 2026')
    await press(app, 'Submit request')
    await atStep(app, 'request-created-successfully')
    expect(bodiesOf('createNewTicket')).toMatchObject([{ data: { requestType: 65, address: pune } }])
  })

  test('from which they come is one in their city, and the present one is named', async () => {
    const app = await openFlow()
    await chooseItems(app, /Wooden sofa/)
    expect(await screen.findByRole('radio', { name: /^Address 1 4B.*Your items are here now/ })).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(screen.getByText(/^Your addresses outside Bengaluru are not shown/)).toBeDefined()
  })

  test('where they go is not where they come from, nor where nothing is brought', async () => {
    const far = anAddress({ id: 3, flatNo: '9', city: 'Pune', unserved: true })
    server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([home, pune, far])))
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    expect(await screen.findByRole('radio', { name: toPune })).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(screen.getByText(/^Not shown: the address from which your items come/)).toBeDefined()
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Please select an address')
    expect(document.activeElement).toBe(screen.getByRole('radio'))
  })
})

describe('a new address', () => {
  const baner = aPlace('Baner', 'Pune', '411045', 18.559, 73.7868)

  async function addAddress(app: App, add: string, place: string) {
    await press(app, add)
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
    await addAddress(app, 'Add new', 'Baner')
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
    await addAddress(app, 'Add New Address', 'Koramangala')
    await atStep(app, 'add-new-pickup-location')
    expect(percent()).toBe('40%')
    await app.user.type(await screen.findByRole('textbox', { name: 'House No./Flat No.' }), '9')
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).ariaBusy).toBeNull())
    await press(app, 'Save')
    await atStep(app, 'choose-pickup-date')
    expect(world.checks).toContainEqual(expect.objectContaining({ boundCity: 'Bengaluru' }))
    expect(world.saved).toMatchObject([{ flatNo: '9', forRequest: true }])
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await choosePlace(app, toPune)
    await chooseDay(app, '27 November 2026')
    await press(app, 'Submit request')
    await atStep(app, 'request-created-successfully')
    expect(bodiesOf('createNewTicket')).toMatchObject([{ data: { pickupAddressId: 9 } }])
  })

  test.each([390, 1440])('RELOCATE-06, ADDRESS-27: where nothing is delivered, at %d px', async (width) => {
    setViewport(width)
    serveWorld({ places: [baner], served: ({ latitude }) => latitude !== 18.559 })
    const app = await toPickupDay()
    await chooseDay(app, '23 November 2026')
    await press(app, 'Continue')
    await atStep(app, 'choose-drop-location')
    await addAddress(app, 'Add new', 'Baner')
    await atStep(app, 'area-not-serviceable')
    expect(await screen.findByText('We do not serve this area yet.')).toBeDefined()
    expect(screen.getByText('Completed').previousElementSibling?.textContent).toBe('40%')
    expect(screen.getByRole('link', { name: 'Talk to CX Agent' })).toBeDefined()
    await press(app, 'Choose another address')
    await atStep(app, 'add-new-drop-location')
  })
})
