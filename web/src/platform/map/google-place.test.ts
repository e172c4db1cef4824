import { describe, expect, test } from 'vitest'
import { geocoded, placeOf } from './google-place'

const parts = (named: Record<string, string>) =>
  Object.entries(named).map(([type, long_name]) => ({ long_name, types: ['political', type] }))

const street = {
  formatted_address: 'MG Road, Ashok Nagar, Bengaluru',
  geometry: { location: { lat: 12.97, lng: 77.6 } },
  address_components: parts({ sublocality_level_1: 'Ashok Nagar', locality: 'Bengaluru' }),
}

test('a place is read from its parts, and what is not there is empty', () => {
  expect(placeOf(street)).toEqual({
    line: 'MG Road, Ashok Nagar, Bengaluru',
    point: { lat: 12.97, lng: 77.6 },
    area: 'Ashok Nagar',
    city: 'Bengaluru',
    state: '',
    pincode: '',
    townOnly: false,
  })
  expect(placeOf({ formatted_address: 'Somewhere', address_components: [] }).point).toBeUndefined()
})

describe('what a geocoder answers', () => {
  const area = { formatted_address: 'Ashok Nagar', address_components: parts({ postal_code: '560025' }) }

  test('VALID-03: the first result is the place, and the pincode of another one is not its own', () => {
    const { status, place } = geocoded('OK', [street, area])
    expect([status, place?.line, place?.pincode]).toEqual(['OK', street.formatted_address, ''])
  })
  test.each([
    [{ locality: 'Mumbai', administrative_area_level_1: 'Maharashtra', country: 'India' }, true],
    [{ country: 'India' }, true],
    [{ sublocality_level_1: 'Powai', locality: 'Mumbai' }, false],
    [{ route: 'Central Avenue', locality: 'Mumbai' }, false],
    [{ postal_code: '400076', locality: 'Mumbai' }, false],
  ])('VALID-08: whether %o names no more than a town is %s', (named, townOnly) => {
    const result = { formatted_address: 'Somewhere', address_components: parts(named) }
    expect(geocoded('OK', [result]).place?.townOnly).toBe(townOnly)
  })
  test('no result is none, whatever the status says', () => {
    expect(geocoded('OK', [])).toEqual({ status: 'ZERO_RESULTS' })
    expect(geocoded('REQUEST_DENIED', [street])).toEqual({ status: 'REQUEST_DENIED' })
  })
})
