import { DEFAULT_CENTRE, type Place, type Point } from '#/platform/map/port'
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
  /** The place that the street line names; none once the line was typed by hand. */
  place?: Place
  /** Things are delivered to that place. */
  served: boolean
  /** The person said that the place is right (mobile only). */
  confirmed: boolean
  phase: Phase
  /** What went wrong, in words. */
  problem?: string
  /** The pincode was refused. */
  badPincode: boolean
}

export const emptyDraft: Draft = {
  flatNo: '',
  building: '',
  street: '',
  city: '',
  pincode: '',
  at: DEFAULT_CENTRE,
  served: false,
  confirmed: false,
  phase: 'idle',
  badPincode: false,
}

export type Words = Pick<Draft, 'flatNo' | 'building' | 'street' | 'city' | 'pincode'>

export type DraftEvent =
  | { type: 'type'; words: Partial<Words> }
  | { type: 'begin'; phase: Phase; at?: Point }
  | { type: 'found'; place: Place; at: Point; cities: CityChoice[] }
  | { type: 'served' }
  | { type: 'unserved' }
  | { type: 'confirm' }
  | { type: 'fail'; problem?: string; badPincode?: boolean }

export function reduce(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'type': {
      const byHand = event.words.street !== undefined && event.words.street !== draft.street
      const unsaid = byHand ? { place: undefined, served: false, confirmed: false } : {}
      return { ...draft, ...event.words, ...unsaid, problem: undefined, badPincode: false }
    }
    case 'begin':
      return { ...draft, phase: event.phase, at: event.at ?? draft.at, problem: undefined, badPincode: false }
    case 'found': {
      const { place, at } = event
      return {
        ...draft,
        at,
        place,
        street: place.line,
        city: cityOf(place, event.cities) ?? draft.city,
        pincode: place.pincode,
        served: false,
        confirmed: false,
      }
    }
    case 'served':
      return { ...draft, served: true, phase: 'idle' }
    case 'unserved':
      return { ...draft, at: DEFAULT_CENTRE, place: undefined, served: false, confirmed: false, phase: 'idle' }
    case 'confirm':
      return { ...draft, confirmed: true, problem: undefined }
    case 'fail':
      return { ...draft, phase: 'idle', problem: event.problem, badPincode: event.badPincode ?? false }
  }
}

/** The least that an address needs. */
export function isComplete({ flatNo, street, city }: Draft): boolean {
  return [flatNo, street, city].every((text) => text.trim() !== '')
}

/** A pincode has six characters; only the map-first form insists on one. */
export function pincodeFits({ pincode }: Draft, required: boolean): boolean {
  return isPincode(pincode) || (!required && pincode.trim() === '')
}

/** A field asks for the pincode when the place was found without one. */
export function lacksPincode({ place }: Draft): boolean {
  return place !== undefined && place.pincode === ''
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
