import * as v from 'valibot'
import { m } from '#/copy'
import { DEFAULT_CENTRE, type Place, type Point, samePoint } from '#/platform/map/port'
import { type CityChoice, cityOf, isPincode, type NewAddress, streetOf } from './model'

/** What the form is doing at the moment. */
export type Phase = 'idle' | 'locating' | 'looking' | 'saving'

/** An address in the making. */
export interface Draft {
  flatNo: string
  building: string
  street: string
  city: string
  pincode: string
  /** The middle of the map. */
  at: Point
  /** Where the map began, and where it goes back to from a place that is not served. */
  home: Point
  /** The place that the street line names; none once the line was typed by hand. */
  place?: Place
  /** Things are delivered to that place. */
  served: boolean
  /** The line names a place to which nothing is delivered. */
  unserved: boolean
  /** The person said that the place is right (mobile only). */
  confirmed: boolean
  phase: Phase
  /** What went wrong, in words, where no answer is to blame. */
  problem?: string
}

/** Nothing yet, but for the city where there is no choice of one. */
export function emptyDraft(home: Point = DEFAULT_CENTRE, cities: CityChoice[] = []): Draft {
  return {
    flatNo: '',
    building: '',
    street: '',
    city: onlyOne(cities),
    pincode: '',
    at: home,
    home,
    served: false,
    unserved: false,
    confirmed: false,
    phase: 'idle',
  }
}

/** A draft that was kept over a reload: what was being looked up then is not any more. */
export function atRest(draft: Draft): Draft {
  return { ...draft, phase: 'idle', problem: undefined }
}

const onlyOne = (cities: CityChoice[]) => (cities.length === 1 && cities[0]?.name) || ''

export type Words = Pick<Draft, 'flatNo' | 'building' | 'street' | 'city' | 'pincode'>

export function wordsOf({ flatNo, building, street, city, pincode }: Draft): Words {
  return { flatNo, building, street, city, pincode }
}

export type DraftEvent =
  | { type: 'type'; words: Partial<Words> }
  | { type: 'open'; home: Point }
  | { type: 'begin'; phase: Phase; at?: Point }
  /** The place of the line that was typed by hand keeps what was typed: the line and the city. */
  | { type: 'found'; place: Place; at: Point; cities: CityChoice[]; typed?: boolean }
  | { type: 'served' }
  | { type: 'unserved' }
  | { type: 'confirm' }
  | { type: 'fail'; problem?: string }

export function reduce(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'type': {
      const byHand = event.words.street !== undefined && event.words.street !== draft.street
      const unsaid = byHand ? { place: undefined, pincode: '', served: false, unserved: false, confirmed: false } : {}
      return { ...draft, ...unsaid, ...event.words, problem: undefined }
    }
    case 'open': {
      const untouched = !draft.place && samePoint(draft.at, draft.home)
      return { ...draft, home: event.home, at: untouched ? event.home : draft.at }
    }
    case 'begin':
      return { ...draft, phase: event.phase, at: event.at ?? draft.at, problem: undefined }
    case 'found': {
      const { place, at, cities, typed } = event
      return {
        ...draft,
        at,
        place,
        street: typed ? draft.street : place.line,
        city: typed ? draft.city : (cityOf(place, cities) ?? onlyOne(cities)),
        pincode: place.pincode,
        served: false,
        unserved: false,
        confirmed: false,
      }
    }
    case 'served':
      return { ...draft, served: true, phase: 'idle' }
    case 'unserved':
      return {
        ...draft,
        at: draft.home,
        place: undefined,
        served: false,
        unserved: true,
        confirmed: false,
        phase: 'idle',
      }
    case 'confirm':
      return { ...draft, confirmed: true, problem: undefined }
    case 'fail':
      return { ...draft, phase: 'idle', problem: event.problem }
  }
}

/** The least that an address needs. */
export function isComplete({ flatNo, street, city }: Draft): boolean {
  return [flatNo, street, city].every((text) => text.trim() !== '')
}

const needed = () => v.pipe(v.string(), v.trim(), v.nonEmpty(m.address_incomplete))

/** What can be said of the words themselves; the rest is looked up. Only the map-first form insists on a pincode. */
export function schemaOf(mapFirst: boolean) {
  const fits = (pincode: string) => isPincode(pincode) || (!mapFirst && pincode === '')
  return v.object({
    flatNo: needed(),
    building: v.string(),
    street: needed(),
    city: needed(),
    pincode: v.pipe(v.string(), v.trim(), v.check(fits, m.address_invalid_pincode)),
  })
}

/** A field asks for the pincode when the place was found without one. */
export function lacksPincode({ place }: Draft): boolean {
  return place !== undefined && place.pincode === ''
}

/** The city of ours in which the place lies, when it is not the one that was chosen. */
export function otherCity(place: Place, city: string, cities: CityChoice[]): string | undefined {
  const lies = cityOf(place, cities)
  return lies === city ? undefined : lies
}

export function payload(draft: Draft): NewAddress {
  const { place, city } = draft
  const area = place?.area && !draft.street.includes(place.area) ? place.area : undefined
  return {
    flatNo: draft.flatNo.trim(),
    societyName: draft.building.trim() || undefined,
    addressLine1: streetOf(draft.street, place, city),
    area,
    city,
    pincode: draft.pincode.trim() || undefined,
    latlng: place ? draft.at : undefined,
  }
}
