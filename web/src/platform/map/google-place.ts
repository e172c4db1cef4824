import type { Geocoded, Place, Point } from './port'

/** A result of Google's geocoder, and of everybody who answers in its shape. */
export interface GeocoderResult {
  formatted_address: string
  geometry?: { location: Point }
  address_components: { long_name: string; types: string[] }[]
}

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
  }
}

/** The first result is the place; a pincode that it lacks is taken from the next one that has it. */
export function geocoded(status: string, results: GeocoderResult[]): Geocoded {
  const places = results.map(placeOf)
  const [place] = places
  if (status !== 'OK' || !place) return { status: status === 'OK' ? 'ZERO_RESULTS' : status }
  return { status, place: { ...place, pincode: places.find(({ pincode }) => pincode)?.pincode ?? '' } }
}
