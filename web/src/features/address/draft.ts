import * as v from 'valibot'
import { m } from '#/copy'
import { DEFAULT_CENTRE, type Place, type Point, samePoint } from '#/platform/map/port'
import { type CityChoice, cityOf, isPincode, type NewAddress, streetOf } from './model'

/** What the form is doing. */
export type Phase = 'idle' | 'locating' | 'looking' | 'saving'

/** A new address that is being entered. */
export interface Draft {
  flatNo: string
  building: string
  street: string
  city: string
  pincode: string
  /** The centre of the map. */
  at: Point
  /** Where the map started. It returns here from a place that is not served. */
  home: Point
  /** The place that the street line names. It is undefined once the customer edits the line by hand. */
  place?: Place
  /** We deliver to that place. */
  served: boolean
  /** The line names a place to which we do not deliver. */
  unserved: boolean
  /** The customer confirmed the place (mobile only). */
  confirmed: boolean
  phase: Phase
  /** What went wrong, as a text, if no single answer is to blame. */
  problem?: string
}

/** An empty draft. If there is only one city, it is already filled in. */
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

/** A draft that was kept over a reload. Whatever was in progress then has stopped. */
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
  /** With `typed`, the customer typed the line by hand. Then the draft keeps the typed line and city. */
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

/** Whether the fields that every address needs are filled in. */
export function isComplete({ flatNo, street, city }: Draft): boolean {
  return [flatNo, street, city].every((text) => text.trim() !== '')
}

const needed = () => v.pipe(v.string(), v.trim(), v.nonEmpty(m.address_incomplete))

/** Checks what can be checked without a lookup. Only the map-first form requires a pincode. */
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

/** Whether the form must ask for the pincode, because the place was found without one. */
export function lacksPincode({ place }: Draft): boolean {
  return place !== undefined && place.pincode === ''
}

/** The city of ours that the place is in, if it differs from the chosen one. */
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
