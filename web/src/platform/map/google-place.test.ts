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
  })
  expect(placeOf({ formatted_address: 'Somewhere', address_components: [] }).point).toBeUndefined()
})

describe('what a geocoder answers', () => {
  const area = { formatted_address: 'Ashok Nagar', address_components: parts({ postal_code: '560025' }) }

  test('the first result is the place, and the pincode of the next one will do (VALID-03)', () => {
    const { status, place } = geocoded('OK', [street, area])
    expect([status, place?.line, place?.pincode]).toEqual(['OK', street.formatted_address, '560025'])
  })
  test('no result is none, whatever the status says', () => {
    expect(geocoded('OK', [])).toEqual({ status: 'ZERO_RESULTS' })
    expect(geocoded('REQUEST_DENIED', [street])).toEqual({ status: 'REQUEST_DENIED' })
  })
})
