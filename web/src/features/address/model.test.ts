import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { addressText } from '#/api/addresses'
import type { Place } from '#/platform/map/port'
import { anAddress } from '#/test/places'
import { emptyDraft, isComplete, lacksPincode, otherCity, payload, reduce, schemaOf, wordsOf } from './draft'
import { cityOf, isPincode, streetOf } from './model'

const place: Place = {
  line: 'Koramangala, Bengaluru, Karnataka 560034, India',
  point: { lat: 12.9352, lng: 77.6245 },
  area: 'Koramangala',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560034',
  townOnly: false,
}
const cities = [
  { name: 'Bengaluru', slug: 'bangalore' },
  { name: 'Pune', slug: 'pune' },
]

describe('the address line (ENTITY-17, ENTITY-18, ENTITY-19)', () => {
  const full = anAddress({
    societyName: 'Palm Court',
    addressLine2: '5th Block',
    area: 'Koramangala',
    landMark: 'Park',
    subCity: 'South',
    alternativeMobile: '9000000001',
  })
  test('has every part in order, and the second mobile apart', () => {
    expect(addressText(full)).toEqual({
      line: '4B, Palm Court, 3rd Cross, 5th Block, Koramangala, Park, South, Bengaluru, 560034',
      mobile: '9000000001',
    })
  })
  test('leaves out a sub-city that repeats the city, and what is not there', () => {
    expect(addressText(anAddress({ subCity: ' bengaluru', pincode: '' }))).toEqual({ line: '4B, 3rd Cross, Bengaluru' })
  })
})

test('a city is known by its name and its slug', () => {
  expect(cityOf(place, cities)).toBe('Bengaluru')
  expect(cityOf({ ...place, city: 'Bangalore' }, cities)).toBe('Bengaluru')
  expect(cityOf({ ...place, city: 'Lucknow' }, cities)).toBeUndefined()
})

test('VALID-01, CONST-07: a pincode has six characters', () => {
  expect(['560034', ' 560034 ', '५६००३४', '56003', '5600345', ''].map(isPincode)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['Koramangala, Bengaluru, Karnataka 560034, India', 'Koramangala'],
  ['12, 3rd Cross, Koramangala, Bengaluru, Karnataka 560034, India', '12, 3rd Cross, Koramangala'],
  ['3rd Cross', '3rd Cross'],
  ['Bengaluru, Karnataka, India', 'Bengaluru'],
  ['3rd Cross,, Pune', '3rd Cross'],
])('the street of %s is %s', (line, street) => {
  expect(streetOf(line, place, 'Pune')).toBe(street)
})

describe('the draft', () => {
  const found = reduce(emptyDraft(), { type: 'found', place, at: { lat: 1, lng: 2 }, cities })
  const served = reduce(found, { type: 'served' })

  test('VALID-03: takes street, city and pincode from what was found', () => {
    expect(found).toMatchObject({ street: place.line, city: 'Bengaluru', pincode: '560034', served: false })
    expect(lacksPincode(found)).toBe(false)
    expect(lacksPincode(reduce(found, { type: 'found', place: { ...place, pincode: '' }, at: found.at, cities }))).toBe(
      true,
    )
    expect(lacksPincode(emptyDraft())).toBe(false)
  })
  test('forgets the place once the street is typed by hand, and only then', () => {
    const confirmed = reduce(served, { type: 'confirm' })
    expect(reduce(confirmed, { type: 'type', words: { flatNo: '4B' } })).toMatchObject({
      served: true,
      confirmed: true,
    })
    const typed = reduce(confirmed, { type: 'type', words: { street: '3rd Cross' } })
    expect(typed).toMatchObject({ served: false, confirmed: false })
    expect(typed.place).toBeUndefined()
  })
  test('VALID-03: a pincode does not outlive the place whose it is', () => {
    expect(reduce(served, { type: 'type', words: { street: '3rd Cross' } }).pincode).toBe('')
  })
  test('a city of ours is not added to a place that lies in none, unless there is no other', () => {
    const thane = { ...place, city: 'Thane' }
    const findThane = (among: typeof cities) =>
      reduce(served, { type: 'found', place: thane, at: { lat: 1, lng: 2 }, cities: among }).city
    expect([findThane(cities), findThane(cities.slice(1))]).toEqual(['', 'Pune'])
    expect(emptyDraft(undefined, cities.slice(1)).city).toBe('Pune')
  })
  test('a line that was typed keeps its words and its city', () => {
    const typed = reduce(emptyDraft(), { type: 'type', words: { street: '12, Koramangala', city: 'Pune' } })
    const known = reduce(typed, { type: 'found', place, at: { lat: 1, lng: 2 }, cities, typed: true })
    expect(known).toMatchObject({ street: '12, Koramangala', city: 'Pune', pincode: '560034' })
    expect(otherCity(place, 'Pune', cities)).toBe('Bengaluru')
    expect(otherCity(place, 'Bengaluru', cities)).toBeUndefined()
    expect(otherCity({ ...place, city: 'Thane' }, 'Pune', cities)).toBeUndefined()
  })
  test('a map that takes the place of another begins in the city, unless it was moved', () => {
    const home = { lat: 18.5, lng: 73.8 }
    expect(reduce(emptyDraft(), { type: 'open', home })).toMatchObject({ at: home, home })
    expect(reduce(served, { type: 'open', home })).toMatchObject({ at: { lat: 1, lng: 2 }, home })
  })
  test('ADDRESS-26, CONST-10: goes back to the middle of Bengaluru from where nothing is delivered', () => {
    const lost = reduce(served, { type: 'unserved' })
    expect(lost).toMatchObject({ at: { lat: 12.9716, lng: 77.5946 }, served: false, phase: 'idle' })
  })
  test('VALID-04, VALID-05, VALID-06: needs house number, street and city, and no building', () => {
    const complete = { ...served, flatNo: '4B' }
    expect(isComplete(complete)).toBe(true)
    for (const part of ['flatNo', 'street', 'city']) expect(isComplete({ ...complete, [part]: ' ' })).toBe(false)
  })
  test('VALID-01, VALID-02: the pincode may be left out on desktop alone', () => {
    const fits = (pincode: string, mapFirst: boolean) =>
      v.is(schemaOf(mapFirst), { ...wordsOf(served), flatNo: '4B', pincode })
    expect([fits('', false), fits('', true), fits('56003', false), fits('560034', true)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
  test('becomes what is sent', () => {
    expect(payload({ ...served, flatNo: ' 4B ', building: '' })).toEqual({
      flatNo: '4B',
      addressLine1: 'Koramangala',
      city: 'Bengaluru',
      pincode: '560034',
      latlng: { lat: 1, lng: 2 },
    })
    const byHand = reduce(served, { type: 'type', words: { street: '3rd Cross', building: 'Palm Court' } })
    expect(payload(byHand)).toMatchObject({ societyName: 'Palm Court', addressLine1: '3rd Cross', latlng: undefined })
  })
})
