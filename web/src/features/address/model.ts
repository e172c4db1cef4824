import type { components } from '#/api/schema'
import type { Place } from '#/platform/map/port'

export type { Address } from '#/api/addresses'
export type NewAddress = components['schemas']['NewAddress']

export const PINCODE_LENGTH = 6

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

export interface CityChoice {
  name: string
  slug: string
}

/** The city of ours that a place is in. The place may use the city's name or its slug. */
export function cityOf(place: Place, cities: CityChoice[]): string | undefined {
  return cities.find(({ name, slug }) => same(name, place.city) || same(slug, place.city))?.name
}

export function isPincode(text: string): boolean {
  return [...text.trim()].length === PINCODE_LENGTH
}

/** The street part of a geocoder's line, without the parts that have their own fields. */
export function streetOf(line: string, place: Place | undefined, city: string): string {
  const parts = line.split(',').map((part) => part.trim())
  const known = [place?.city, city, place?.state, 'India'].filter(Boolean) as string[]
  const without = (part: string) => part.replace(place?.pincode ? new RegExp(`\\s*${place.pincode}$`) : /$/, '')
  while (parts.length > 1) {
    const last = without(parts[parts.length - 1] ?? '')
    if (last && !known.some((word) => same(word, last))) break
    parts.pop()
  }
  return parts.filter(Boolean).join(', ')
}
