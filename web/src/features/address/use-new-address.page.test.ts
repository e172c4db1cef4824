import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { createElement, type PropsWithChildren } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StalledError } from '#/api/errors'
import { DEFAULT_CENTRE, type MapPort } from '#/platform/map/port'
import { setSessionUser } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { useNewAddress } from './use-new-address'

const sentence = 'The server has not answered for a while. Please try again.'
const silent = () => Promise.reject(new StalledError(sentence))
const broken = () => Promise.reject(new Error('OVER_QUERY_LIMIT'))
const nothing = () => Promise.reject(new Error('Nothing asks for it.'))

function newAddress(geocoder: Partial<MapPort['geocoder']>) {
  const client = new QueryClient()
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client }, children)
  const options = {
    port: {
      schematic: false,
      createMap: nothing,
      geocoder: { name: 'google', search: nothing, details: nothing, reverse: nothing, geocode: nothing, ...geocoder },
    },
    home: DEFAULT_CENTRE,
    cities: [],
    mapFirst: false,
    onSaved: vi.fn(),
    onNotServiceable: vi.fn(),
  }
  return renderHook(() => useNewAddress(options), { wrapper }).result
}

beforeEach(() => {
  setSessionUser({ ...aUser(), created: undefined })
  server.use(
    http.post(call('/api/Addresses/serviceability'), () => HttpResponse.json({ serviceable: true, message: '' })),
  )
})

test.each([
  ['a moved map', 'reverse', { lat: 1, lng: 2 }],
  ['a chosen place', 'details', 'place'],
] as const)('%s of which nothing is heard is given up with the sentence of any call', async (_, way, input) => {
  const address = newAddress({ [way]: silent })
  act(() => (typeof input === 'string' ? address.current.choose(input) : address.current.moved(input)))
  expect(address.current.draft.phase).toBe('looking')
  await waitFor(() => expect(address.current.draft).toMatchObject({ phase: 'idle', problem: sentence }))
})

test("what a provider's script says of itself is not shown", async () => {
  const address = newAddress({ details: broken })
  act(() => address.current.choose('place'))
  await waitFor(() => expect(address.current.draft.problem).toBeDefined())
  expect(address.current.draft.problem).not.toContain('OVER_QUERY_LIMIT')
})

test('VALID-09: a chosen place that has no point asks for another one', async () => {
  const address = newAddress({ details: () => Promise.resolve(undefined) })
  act(() => address.current.choose('place'))
  await waitFor(() => expect(address.current.form.errors.street).toBe('Choose location from one of the options!'))
})
