import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveDrafts } from '#/platform/viewport-reload'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { anAddress, aPlace, haveDevice, haveNoDevice, koramangala, serveWorld } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const locations = [
  { id: 1, name: 'Bengaluru', slug: 'bangalore', state: 'Karnataka' },
  { id: 2, name: 'Pune', slug: 'pune', state: 'Maharashtra' },
]

beforeEach(() => {
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ locations }))))
})
afterEach(haveNoDevice)

/** Opens the address dialog on the settings page, and waits for its map. */
async function openForm(width: 390 | 1440) {
  setViewport(width)
  const app = await renderAt('/settings')
  await app.user.click(await screen.findByRole('button', { name: 'Add New Address' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add New Address' })
  const form = within(dialog)
  await form.findByRole('application', {}, { timeout: 8000 })
  return { ...app, dialog, form, street: await form.findByRole<HTMLInputElement>('combobox', { name: 'Street' }) }
}

async function search(user: UserEvent, street: HTMLElement, text: string, option: string) {
  await user.type(street, text)
  await user.click(await screen.findByRole('option', { name: option }))
}

/** Types a whole address by hand. */
async function typeAddress(user: UserEvent, street: string, city: string) {
  await user.type(screen.getByRole('combobox', { name: 'Street' }), street)
  await user.tab() // leave the list of places, which hides the rest from screen readers while it is open
  await user.type(await screen.findByRole('textbox', { name: 'House No./Flat No.' }), '4B')
  await user.selectOptions(screen.getByRole('combobox', { name: 'City' }), city)
}

/** Presses a button once nothing is in progress. */
async function press(user: UserEvent, name: string) {
  await waitFor(() => expect(button(name).getAttribute('aria-busy')).toBeNull())
  await user.click(button(name))
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the settings list the saved addresses', async () => {
  const saved = [anAddress(), anAddress({ id: 2, flatNo: '7', alternativeMobile: '9000000001' })]
  server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json(saved)))
  await renderAt('/settings')
  expect(await screen.findByText('Address 2')).toBeDefined()
  expect(screen.getByText(/^7, 3rd Cross, Bengaluru, 560034/).innerHTML).toContain('<br>9000000001')
})

test('the button comes with the list above it, which would move it away from under a finger', async () => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get(call('/api/RMUsers/7/addresses'), async () => {
      await asked
      return HttpResponse.json([anAddress()])
    }),
  )
  await renderAt('/settings')
  expect(await screen.findByRole('heading', { name: 'Your addresses' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add New Address' })).toBeNull()
  answer()
  expect(await screen.findByText('Address 1')).toBeDefined()
  expect(button('Add New Address')).toBeDefined()
})

test('addresses that cannot be loaded do not keep anybody from adding one', async () => {
  server.use(http.get(call('/api/RMUsers/7/addresses'), () => fault(500, 'Our side failed.')))
  await renderAt('/settings')
  expect(await screen.findByRole('button', { name: 'Add New Address' })).toBeDefined()
})

test('DIALOG-18: newaddress=true opens the form above the list, and removing it returns to the list', async () => {
  serveWorld()
  const { router } = await renderAt('/settings?newaddress=true')
  expect(await screen.findByRole('dialog', { name: 'Add New Address' })).toBeDefined()
  await router.navigate({ to: '.', search: {} })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/settings')
})

test("the browser's Back closes the form", async () => {
  serveWorld()
  const { user, history } = await renderAt('/settings', { before: ['/home'] })
  await user.click(await screen.findByRole('button', { name: 'Add New Address' }))
  await screen.findByRole('dialog', { name: 'Add New Address' })
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.location.pathname).toBe('/dashboard/settings')
})

describe('desktop', () => {
  test('ADDRESS-08, ADDRESS-09, ADDRESS-10, ADDRESS-11, ADDRESS-12, ADDRESS-13, ADDRESS-14: map, search, fields, Save', async () => {
    serveWorld()
    const { form } = await openForm(1440)
    expect(form.getByText('Adjust the map for hassle free deliveries')).toBeDefined()
    expect(form.getByRole('textbox', { name: 'House No./Flat No.' })).toHaveProperty('required', true)
    expect(form.getByRole('textbox', { name: /^Building Name/ })).toHaveProperty('required', false)
    const city = form.getByRole('combobox', { name: 'City' })
    expect(city).toHaveProperty('required', true)
    expect(
      within(city)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose your city', 'Bengaluru', 'Pune'])
    expect(button('Save').disabled).toBe(true)
    expect(form.queryByText('Enable Location Access')).toBeNull()
  })

  test('the form does not wait for the permission to look for the location, which only the phone asks about', async () => {
    haveDevice('never', 'unsaid')
    serveWorld()
    const { form } = await openForm(1440)
    expect(form.getByRole('textbox', { name: 'House No./Flat No.' })).toBeDefined()
  })

  test('VALID-04, VALID-06, ENTITY-65, CALL-77: a place is searched, served and saved', async () => {
    const asked = serveWorld()
    const { user, form, street } = await openForm(1440)
    await search(user, street, 'koram', koramangala.formatted_address)
    expect(asked.searches).toEqual(['koram'])
    await waitFor(() => expect(form.getByRole('combobox', { name: 'City' })).toHaveProperty('value', 'Bengaluru'))
    expect(form.queryByRole('textbox', { name: /Pincode/ })).toBeNull()
    expect(button('Save').disabled).toBe(true)
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await waitFor(() => expect(asked.checks).toContainEqual({ latitude: 12.9352, longitude: 77.6245 }))
    await press(user, 'Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.saved).toEqual([
      {
        flatNo: '4B',
        addressLine1: 'Koramangala',
        city: 'Bengaluru',
        pincode: '560034',
        latlng: { lat: 12.9352, lng: 77.6245 },
      },
    ])
  })

  test('ADDRESS-15, VALID-01, VALID-03: a pincode field appears when none was found, and takes six characters', async () => {
    const asked = serveWorld({ places: [aPlace('Hosa Road', 'Bengaluru', '')] })
    const { user, form, street } = await openForm(1440)
    await search(user, street, 'hosa', 'Hosa Road, Bengaluru, India')
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await user.type(await form.findByRole('textbox', { name: /Pincode/ }), '56003')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid Pincode')
    expect(asked.saved).toEqual([])
    await user.type(form.getByRole('textbox', { name: /Pincode/ }), '4')
    await press(user, 'Save')
    await waitFor(() => expect(asked.saved).toMatchObject([{ pincode: '560034' }]))
  })

  test('VALID-08: a street typed by hand must be one, and is looked up as it was typed', async () => {
    const asked = serveWorld({ places: [], at: { status: 'ZERO_RESULTS', results: [] } })
    const { user, street } = await openForm(1440)
    await typeAddress(user, 'Qwxz Vvkk Zzz', 'Pune')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a legitimate address.')
    expect(document.activeElement).toBe(street)
    expect(street.getAttribute('aria-invalid')).toBe('true')
    expect(asked.points).toEqual(['Qwxz Vvkk Zzz'])
    expect(asked.saved).toEqual([])
  })

  test('VALID-08, VALID-03: a street of which only the town is known is none, whoever else lives there', async () => {
    const asked = serveWorld({
      at: { status: 'OK', results: [aPlace('', 'Pune', ''), aPlace('Baner', 'Pune', '411045')] },
    })
    const { user } = await openForm(1440)
    await typeAddress(user, 'Qwxz Vvkk Zzz, Pune', 'Pune')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a legitimate address.')
    expect(asked.saved).toEqual([])
  })

  test('a street that cannot be looked up is not called wrong', async () => {
    const asked = serveWorld()
    server.use(http.get(call('/api/Places/geocode'), () => fault(500, 'Our side failed.')))
    const { user } = await openForm(1440)
    await typeAddress(user, '12, Koramangala', 'Bengaluru')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Our side failed.')
    expect(asked.saved).toEqual([])
  })

  test('ADDRESS-15, VALID-03: the pincode of another result is nobody’s; without one the field asks', async () => {
    const results = [aPlace('Hosa Road', 'Bengaluru', ''), koramangala]
    const asked = serveWorld({ at: { status: 'OK', results } })
    const { user, form } = await openForm(1440)
    await typeAddress(user, '12, Hosa Road', 'Bengaluru')
    expect(form.queryByRole('textbox', { name: /Pincode/ })).toBeNull()
    await press(user, 'Save')
    expect(await form.findByRole('textbox', { name: /Pincode/ })).toHaveProperty('value', '')
    expect(asked.saved).toEqual([])
    await user.type(form.getByRole('textbox', { name: /Pincode/ }), '560100')
    await press(user, 'Save')
    await waitFor(() => expect(asked.saved).toMatchObject([{ addressLine1: '12, Hosa Road', pincode: '560100' }]))
  })

  test('a street typed by hand that is found is kept as it was typed', async () => {
    const asked = serveWorld()
    const { user } = await openForm(1440)
    await typeAddress(user, '12, 3rd Cross, Koramangala', 'Bengaluru')
    await press(user, 'Save')
    await waitFor(() =>
      expect(asked.saved).toMatchObject([{ addressLine1: '12, 3rd Cross, Koramangala', pincode: '560034' }]),
    )
  })

  test('a city that contradicts the pin says so, and nothing is sent', async () => {
    const asked = serveWorld()
    const { user, form } = await openForm(1440)
    const city = form.getByRole('combobox', { name: 'City' })
    await typeAddress(user, '12, Koramangala', 'Pune')
    await press(user, 'Save')
    const words = 'The place on the map is in Bengaluru, not in Pune. Choose Bengaluru as your city, or another place.'
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(document.activeElement).toBe(city)
    expect(asked.saved).toEqual([])
    await user.type(form.getByRole('combobox', { name: 'Street' }), '1')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.selectOptions(city, 'Bengaluru')
    await press(user, 'Save')
    await waitFor(() => expect(asked.saved).toMatchObject([{ city: 'Bengaluru' }]))
  })

  test('what the server has against a field stands there', async () => {
    serveWorld()
    server.use(
      http.post(call('/api/RMUsers/:id/addresses'), () =>
        fault(422, 'The place on the map is outside Bengaluru.', { field: 'city' }),
      ),
    )
    const { user, form, street } = await openForm(1440)
    await search(user, street, 'koram', koramangala.formatted_address)
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('The place on the map is outside Bengaluru.')
    expect(document.activeElement).toBe(form.getByRole('combobox', { name: 'City' }))
  })

  test('VALID-04: why Save is disabled stands beside it', async () => {
    serveWorld()
    await openForm(1440)
    expect(button('Save').disabled).toBe(true)
    const why = screen.getByText('Fill in house number, street and city first')
    expect(button('Save').getAttribute('aria-describedby')).toBe(why.id)
    expect(why.className).not.toContain('visually-hidden')
  })

  test('the map begins in the city where the customer’s things stand, and its names are not read out', async () => {
    const locations = [
      { id: 1, name: 'Pune', slug: 'pune', state: 'Maharashtra' },
      { id: 2, name: 'Bengaluru', slug: 'bangalore', state: 'Karnataka' },
    ]
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ locations }))))
    const asked = serveWorld()
    const { form } = await openForm(1440)
    await waitFor(() => expect(asked.checks).toEqual([{ latitude: 18.5204, longitude: 73.8567 }]))
    const map = form.getByRole('application')
    expect(map.textContent).toContain('Koramangala')
    expect(screen.queryByRole('tooltip')).toBeNull()
    map.focus()
    fireEvent.keyDown(map, { key: 'ArrowRight' })
    await waitFor(() => expect(asked.points[0]).toMatch(/^18\.5/))
  })

  test('VALID-09: Enter on none of the options, and a place without geometry', async () => {
    const { geometry: _, ...nowhere } = koramangala
    serveWorld({ places: [nowhere] })
    const { user, street } = await openForm(1440)
    await user.type(street, 'kor{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Choose location from one of the options!')
    await search(user, street, 'a', nowhere.formatted_address)
    expect((await screen.findByRole('alert')).textContent).toBe('Choose location from one of the options!')
  })

  test('ERR-12: what cannot be saved is said, and nothing typed is lost', async () => {
    serveWorld()
    server.use(http.post(call('/api/RMUsers/:id/addresses'), () => fault(500, 'No.')))
    const { user, form, street } = await openForm(1440)
    await search(user, street, 'koram', koramangala.formatted_address)
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Something Went Wrong')
    expect(form.getByRole('textbox', { name: 'House No./Flat No.' })).toHaveProperty('value', '4B')
  })

  test('ADDRESS-25: who moves the map moves the place', async () => {
    const asked = serveWorld()
    const { form, street } = await openForm(1440)
    const map = form.getByRole('application')
    map.focus()
    fireEvent.keyDown(map, { key: 'ArrowRight' })
    await waitFor(() => expect(asked.points.length).toBeGreaterThan(0))
    const [lat, lng] = (asked.points.at(-1) ?? '').split(',').map(Number)
    expect(lat).toBeCloseTo(12.9716, 3)
    expect(lng).toBeGreaterThan(77.5946)
    await waitFor(() => expect(street.value).toBe(koramangala.formatted_address))
  })

  test.each([
    ['ERR-10', 'ZERO_RESULTS', 'No results found!'],
    ['ERR-11', 'OVER_QUERY_LIMIT', 'Geocoder failed due to: OVER_QUERY_LIMIT'],
  ])('%s: a point without a name (%s)', async (_, status, text) => {
    serveWorld({ at: { status, results: [] } })
    haveDevice({ latitude: 10, longitude: 70 })
    const { user } = await openForm(1440)
    await user.click(button('Use your current location'))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  test('VALID-10, ADDRESS-27, ADDRESS-28, ERR-05: a place that is not served is a screen with the reason and a way to talk', async () => {
    serveWorld({ served: ({ latitude }) => latitude === 12.9716 })
    const { user, form, street, location } = await openForm(1440)
    await search(user, street, 'koram', koramangala.formatted_address)
    expect(await form.findByRole('heading', { name: 'Area not serviceable' })).toBeDefined()
    expect(form.getByText('We do not serve this area yet.')).toBeDefined()
    expect(form.queryByRole('textbox', { name: 'House No./Flat No.' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Choose another address' }))
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await user.selectOptions(form.getByRole('combobox', { name: 'City' }), 'Pune')
    await press(user, 'Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid address')

    await search(user, street, ' ', koramangala.formatted_address)
    await user.click(await form.findByRole('link', { name: 'Talk to CX Agent' }))
    await waitFor(() => expect(location().pathname).toBe('/home'))
    expect(await screen.findByRole('heading', { name: 'Chat with support' })).toBeDefined()
  })

  test('VALID-13, VALID-14: a refusal of the first place stays unsaid, later ones are told', async () => {
    const asked = serveWorld({ served: () => 'This place is outside Pune.' })
    const { user, street } = await openForm(1440)
    await waitFor(() => expect(asked.checks).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    await search(user, street, 'koram', koramangala.formatted_address)
    expect((await screen.findByRole('alert')).textContent).toBe('This place is outside Pune.')
  })
})

describe.each([
  [1440, 390],
  [390, 1440],
] as const)('a tablet that is turned from %i to %i px, for which the page is loaded anew', (from, to) => {
  test('keeps the place and what was typed, once', async () => {
    haveDevice({ latitude: 12.9, longitude: 77.6 }, 'granted')
    serveWorld({ places: [koramangala] })
    const first = await openForm(from)
    await search(first.user, first.street, 'kora', 'Koramangala, Bengaluru, India')
    if (from === 390) await press(first.user, 'Continue')
    await first.user.type(await first.form.findByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    saveDrafts()
    cleanup()
    const { user, form, street } = await openForm(to)
    expect(street.value).toBe('Koramangala, Bengaluru, India')
    if (from === 1440) await press(user, 'Continue')
    expect((await form.findByRole<HTMLInputElement>('textbox', { name: 'House No./Flat No.' })).value).toBe('4B')
    expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
    cleanup()
    expect((await openForm(1440)).street.value).toBe('')
  })
})

describe('mobile', () => {
  test('ADDRESS-16, ADDRESS-17, ADDRESS-18, ADDRESS-19: map first, the question about the location, the search', async () => {
    serveWorld()
    haveDevice('never')
    const { user, form, street } = await openForm(390)
    await user.click(form.getByRole('button', { name: 'Full screen' }))
    await user.click(form.getByRole('button', { name: 'Leave full screen' }))
    expect(await form.findByRole('heading', { name: 'Enable Location Access' })).toBeDefined()
    expect(form.getByRole('button', { name: 'ALLOW' })).toBeDefined()
    await user.click(form.getByRole('button', { name: 'DENY' }))
    expect(form.queryByText('Enable Location Access')).toBeNull()
    expect(form.getByRole('button', { name: 'Use your current location' })).toBeDefined()
    expect(street).toBeDefined()
    expect(form.queryByRole('textbox', { name: 'House No./Flat No.' })).toBeNull()
  })

  test('ADDRESS-20, ADDRESS-21, ADDRESS-23, ADDRESS-24, VALID-02, VALID-05: locate, confirm, fill in, proceed', async () => {
    const asked = serveWorld({ places: [aPlace('Hosa Road', 'Bengaluru', '', 12.9, 77.6)] })
    haveDevice({ latitude: 12.9, longitude: 77.6 })
    const { user, form, street } = await openForm(390)
    await user.click(await form.findByRole('button', { name: 'ALLOW' }))
    await waitFor(() => expect(street.value).toBe('Hosa Road, Bengaluru, India'))
    expect(asked.points).toEqual(['12.9,77.6'])
    expect(asked.checks.at(-1)).toEqual({ latitude: 12.9, longitude: 77.6 })
    await user.click(await form.findByRole('button', { name: 'Continue' }))
    const proceed = await form.findByRole<HTMLButtonElement>('button', { name: 'Proceed' })
    expect(proceed.disabled).toBe(true)
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'House No./Flat No.' }))
    expect(form.getByRole('textbox', { name: /Building Name/ })).toBeDefined()
    await user.type(form.getByRole('textbox', { name: 'House No./Flat No.' }), '4B')
    await user.click(proceed)
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid Pincode')
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Pincode' }))
    await user.type(form.getByRole('textbox', { name: 'Pincode' }), '560100')
    await user.click(proceed)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.saved).toMatchObject([{ flatNo: '4B', addressLine1: 'Hosa Road', pincode: '560100' }])
  })

  test('ADDRESS-22: says that it looks for the place', async () => {
    serveWorld()
    haveDevice('never')
    const { user, form } = await openForm(390)
    await user.click(await form.findByRole('button', { name: 'ALLOW' }))
    expect(await form.findByRole('button', { name: 'Fetching your location...' })).toBeDefined()
    expect(form.queryByRole('button', { name: 'Continue' })).toBeNull()
  })

  test('does not ask who has allowed it before, and looks at once', async () => {
    const asked = serveWorld()
    haveDevice({ latitude: 12.9352, longitude: 77.6245 }, 'granted')
    const { form, street } = await openForm(390)
    await waitFor(() => expect(street.value).toBe(koramangala.formatted_address))
    expect(form.queryByText('Enable Location Access')).toBeNull()
    expect(asked.checks).toEqual([{ latitude: 12.9352, longitude: 77.6245 }])
  })

  test('ERR-05: who has allowed it before and stands where nothing is delivered is told on the screen for that', async () => {
    serveWorld({ served: ({ latitude }) => latitude === 12.9716 })
    haveDevice({ latitude: 26.8467, longitude: 80.9462 }, 'granted')
    await openForm(390)
    const sheet = within(await screen.findByRole('dialog', { name: 'Area not serviceable' }))
    expect(sheet.getByText('We do not serve this area yet.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('VALID-14: the device’s own place outside the bound city stays unsaid', async () => {
    const asked = serveWorld({ served: () => 'This place is outside Pune.' })
    haveDevice({ latitude: 12.9352, longitude: 77.6245 }, 'granted')
    const { street } = await openForm(390)
    await waitFor(() => expect(street.value).toBe(koramangala.formatted_address))
    await waitFor(() => expect(button('Continue').getAttribute('aria-busy')).toBeNull())
    expect(asked.checks).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['VALID-08', { status: 'ZERO_RESULTS', results: [] }, 'Please enter a legitimate address.'],
    ['VALID-08', { status: 'OK', results: [aPlace('', 'Mumbai', '')] }, 'Please enter a legitimate address.'],
    ['VALID-10', { status: 'OK', results: [koramangala] }, 'Please enter a valid address'],
  ])('%s: a line that was not chosen is not confirmed (%o)', async (_, at, text) => {
    const asked = serveWorld({ places: [], at })
    haveDevice('never', 'denied')
    const { user, form, street } = await openForm(390)
    await user.type(street, 'Qwxz Vvkk Zzz')
    await press(user, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(document.activeElement).toBe(street)
    expect(asked.points).toEqual(['Qwxz Vvkk Zzz'])
    expect(form.queryByRole('button', { name: 'Proceed' })).toBeNull()
  })

  test('ADDRESS-27, ADDRESS-29: a place that is not served is a bottom sheet, by default with the usual warning', async () => {
    serveWorld({ served: ({ latitude }) => latitude === 12.9716, message: undefined })
    const { user, street } = await openForm(390)
    await search(user, street, 'koram', koramangala.formatted_address)
    const sheet = within(await screen.findByRole('dialog', { name: 'Area not serviceable' }))
    expect(sheet.getByText('Looks like you are relocating in an area which is not serviced by us.')).toBeDefined()
    expect(sheet.getByRole('link', { name: 'Talk to CX Agent' })).toBeDefined()
  })

  test('VALID-07, VALID-10: Continue needs a place that was chosen and is served', async () => {
    serveWorld({ served: ({ latitude }) => latitude === 12.9716 })
    haveDevice('never', 'denied')
    const { user, form, street } = await openForm(390)
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please select an address')
    await user.type(street, 'koram')
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid address')
    await search(user, street, 'a', koramangala.formatted_address)
    const sheet = await screen.findByRole('dialog', { name: 'Area not serviceable' })
    await user.click(within(sheet).getByRole('button', { name: 'Choose another address' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid address')
  })

  test.each([
    [
      'ERR-06',
      { code: 1 },
      'You have blocked Rento from tracking location. Please change location settings in browser.',
    ],
    ['ERR-07', { code: 2 }, 'We are not able to find your location. Please fill your address manually.'],
    ['ERR-07', { code: 3 }, 'We are not able to find your location. Please fill your address manually.'],
    ['ERR-08', {}, "Couldn't fetch location!"],
    ['ERR-09', undefined, 'Location not available!'],
  ])('%s: no location (%o)', async (_, answer, text) => {
    serveWorld()
    if (answer) haveDevice(answer)
    const { user, form } = await openForm(390)
    await user.click(form.getByRole('button', { name: 'Use your current location' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(form.getByRole('button', { name: 'Continue' })).toBeDefined()
  })
})
