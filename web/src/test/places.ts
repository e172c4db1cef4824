import { HttpResponse } from 'msw'
import type { components } from '#/api/schema'
import { call, http } from './contract'
import { fault } from './handlers'
import { server } from './server'

type Schemas = components['schemas']

export function anAddress(change: Partial<Schemas['Address']> = {}): Schemas['Address'] {
  return { id: 1, flatNo: '4B', addressLine1: '3rd Cross', city: 'Bengaluru', pincode: '560034', ...change }
}

/** A place in the gazetteer's format. A whole town has no locality. */
export function aPlace(
  locality: string,
  city: string,
  pincode: string,
  lat = 12.9352,
  lng = 77.6245,
): Schemas['PlaceResult'] {
  const part = (long_name: string, type: string) => ({ long_name, short_name: long_name, types: [type] })
  const town = [part(city, 'locality'), part('India', 'country')]
  const parts = locality ? [part(locality, 'sublocality'), ...town] : town
  return {
    place_id: locality || city,
    formatted_address: [locality, city, 'India'].filter(Boolean).join(', '),
    geometry: { location: { lat, lng } },
    address_components: pincode ? [...parts, part(pincode, 'postal_code')] : parts,
  }
}

export const koramangala = aPlace('Koramangala', 'Bengaluru', '560034')

interface World {
  /** What the search finds. The details come from the same list. */
  places?: Schemas['PlaceResult'][]
  /** What is at every point and at every address. */
  at?: { status: string; results: Schemas['PlaceResult'][] }
  /** Why a point is not served. */
  message?: string
  /** Whether a point is served. A text is a refusal (403). */
  served?: (check: { latitude: number; longitude: number; boundCity?: string }) => boolean | string
}

/** Answers the calls for finding an address, and records them. */
export function serveWorld(world: World = {}) {
  const {
    places = [koramangala],
    at,
    served = () => true,
    message,
  } = { message: 'We do not serve this area yet.', ...world }
  const asked = {
    searches: [] as string[],
    points: [] as string[],
    checks: [] as object[],
    saved: [] as Schemas['NewAddress'][],
  }
  const there = at ?? { status: 'OK', results: places }
  server.use(
    http.get(call('/api/Places/schematic'), () =>
      HttpResponse.json({
        cities: [
          { name: 'Bengaluru', location: { lat: 12.9716, lng: 77.5946 }, radiusKm: 30 },
          { name: 'Pune', location: { lat: 18.5204, lng: 73.8567 }, radiusKm: 25 },
        ],
        localities: [{ name: 'Koramangala', location: { lat: 12.9352, lng: 77.6245 } }],
      }),
    ),
    http.get(call('/api/Places/autocomplete'), ({ request }) => {
      asked.searches.push(new URL(request.url).searchParams.get('input') ?? '')
      const predictions = places.map(({ place_id, formatted_address }) => ({
        place_id,
        description: formatted_address,
      }))
      return HttpResponse.json({ status: 'OK', predictions })
    }),
    http.get(call('/api/Places/details'), ({ request }) => {
      const id = new URL(request.url).searchParams.get('placeId')
      const result = places.find(({ place_id }) => place_id === id)
      return HttpResponse.json(result ? { status: 'OK', result } : { status: 'NOT_FOUND' })
    }),
    http.get(call('/api/Places/geocode'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.points.push(searchParams.get('latlng') ?? searchParams.get('address') ?? '')
      return HttpResponse.json(there)
    }),
    http.post(call('/api/Addresses/serviceability'), async ({ request }) => {
      const check = (await request.json()) as Parameters<typeof served>[0]
      asked.checks.push(check)
      const answer = served(check)
      if (typeof answer === 'string') return fault(403, answer)
      return HttpResponse.json({ serviceable: answer, message: answer ? undefined : message })
    }),
    http.post(call('/api/RMUsers/:id/addresses'), async ({ request }) => {
      const body = (await request.json()) as Schemas['NewAddress']
      asked.saved.push(body)
      return HttpResponse.json({ pincode: '', ...body, id: 9 })
    }),
  )
  return asked
}

type Answer = { latitude?: number; longitude?: number } | { code: number } | 'never'

/** Sets the device's location answer and the browser's permission. Without a call, there is neither. */
export function haveDevice(answer: Answer, permission: PermissionState | 'unsaid' = 'prompt'): void {
  const getCurrentPosition = (found: PositionCallback, failed: PositionErrorCallback) => {
    if (answer === 'never') return
    if ('code' in answer) failed(answer as GeolocationPositionError)
    else found({ coords: answer } as GeolocationPosition)
  }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: () => (permission === 'unsaid' ? new Promise(() => {}) : Promise.resolve({ state: permission })) },
  })
}

export function haveNoDevice(): void {
  Reflect.deleteProperty(navigator, 'geolocation')
  Reflect.deleteProperty(navigator, 'permissions')
}
