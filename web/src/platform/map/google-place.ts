import type { Geocoded, Place, Point } from './port'

/** A result of Google's geocoder, and of every service that answers in its shape. */
export interface GeocoderResult {
  formatted_address: string
  geometry?: { location: Point }
  address_components: { long_name: string; types: string[] }[]
}

/** Address components that are more precise than a town. */
const FINER_THAN_TOWN = new Set([
  'street_number',
  'route',
  'premise',
  'subpremise',
  'establishment',
  'point_of_interest',
  'neighborhood',
  'postal_code',
])

const isFiner = (type: string) => FINER_THAN_TOWN.has(type) || type.startsWith('sublocality')

export function placeOf(result: GeocoderResult): Place {
  const part = (...types: string[]) => {
    for (const type of types) {
      const found = result.address_components.find((component) => component.types.includes(type))
      if (found) return found.long_name
    }
    return ''
  }
  return {
    line: result.formatted_address,
    point: result.geometry?.location,
    area: part('sublocality_level_1', 'sublocality', 'neighborhood'),
    city: part('locality', 'administrative_area_level_3'),
    state: part('administrative_area_level_1'),
    pincode: part('postal_code'),
    townOnly: !result.address_components.some(({ types }) => types.some(isFiner)),
  }
}

/** The first result is the place. Missing parts are not taken from others, which may be other places. */
export function geocoded(status: string, results: GeocoderResult[]): Geocoded {
  const [result] = results
  if (status !== 'OK' || !result) return { status: status === 'OK' ? 'ZERO_RESULTS' : status }
  return { status, place: placeOf(result) }
}
