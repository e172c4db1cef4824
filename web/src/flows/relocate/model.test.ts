import { describe, expect, test } from 'vitest'
import { toApiError } from '#/api/errors'
import { isOneCity } from '#/features/requests/model'
import { slotDays, slotTime } from '#/features/visits/slots'
import { aProduct } from '#/test/builders'
import { anAddress } from '#/test/places'
import { stepToMend } from '../kit/use-submit'
import { dropWindow } from './days'
import type { RelocateDraft, Slot } from './model'
import { relocationOf } from './queries'
import { relocateFlow } from './RelocateFlow'

const whole: RelocateDraft = {
  chosen: [11, 12],
  pickupPlace: anAddress(),
  pickup: '2026-11-23',
  dropPlace: anAddress({ id: 2, flatNo: '7', city: 'Pune' }),
  drop: '2026-11-27',
  message: ' Third floor ',
}

describe('the screens', () => {
  test.each([
    ['RELOCATE-04', 'products', 20],
    ['RELOCATE-05', 'choose-pickup-location', 40],
    ['RELOCATE-06', 'area-not-serviceable', 40],
    ['RELOCATE-07', 'add-new-pickup-location', 40],
    ['RELOCATE-08', 'choose-pickup-date', 60],
    ['RELOCATE-09', 'choose-drop-location', 80],
    ['RELOCATE-10', 'add-new-drop-location', 60],
    ['RELOCATE-11', 'choose-preferred-date', 90],
  ] as const)('%s: %s shows %d percent', (_, step, percent) => {
    expect(relocateFlow.steps[step].progress).toBe(percent)
  })

  test('RELOCATE-13: each opens once what it is about has been chosen', () => {
    const opened = (draft: RelocateDraft) =>
      Object.entries(relocateFlow.steps)
        .filter(([, { opens }]) => opens(draft))
        .map(([step]) => step)
    const { chosen, pickupPlace, pickup, dropPlace } = whole
    const held = (part: Partial<RelocateDraft>) => opened({ ...relocateFlow.start, ...part })
    const places = ['products', 'choose-pickup-location', 'add-new-pickup-location']
    const dated = [...places, 'choose-pickup-date', 'choose-drop-location', 'add-new-drop-location']
    expect(held({})).toEqual(['products'])
    expect(held({ chosen })).toEqual(places)
    expect(held({ chosen, pickupPlace })).toEqual([...places, 'choose-pickup-date'])
    expect(held({ chosen, pickupPlace, pickup })).toEqual(dated)
    expect(held({ chosen, pickupPlace, pickup, dropPlace })).toEqual([...dated, 'choose-preferred-date'])
    expect(held({ unserved: { step: 'add-new-pickup-location' } })).toEqual(['products', 'area-not-serviceable'])
  })

  test.each([
    [409, 'slotId', 'choose-pickup-date'],
    [422, 'cxPreferredPickupDate', 'choose-pickup-date'],
    [422, 'address', 'choose-drop-location'],
    [409, 'cxPreferredDeliveryDate', 'choose-preferred-date'],
    [409, undefined, 'products'],
    [404, undefined, 'products'],
    [422, 'somethingNew', undefined],
    [500, undefined, undefined],
  ])('a refusal (%d, %s) is mended at %s', (status, field, step) => {
    const refusal = toApiError(status, { error: { message: 'No.', extra: { field } } }, 'No.')
    expect(stepToMend(relocateFlow, refusal)).toBe(step)
  })

  test('one request is about one city', () => {
    expect(isOneCity([aProduct({ id: 1, locationId: 1 }), aProduct({ id: 2, locationId: 1 })])).toBe(true)
    expect(isOneCity([aProduct({ id: 1, locationId: 1 }), aProduct({ id: 2, locationId: 2 })])).toBe(false)
  })
})

test('CONST-04, ENTITY-22, ENTITY-24: what is sent names the drop as address and location, and both days', () => {
  expect(relocationOf(whole)).toEqual({
    requestType: 65,
    message: 'Third floor',
    pickupAddressId: 1,
    address: { id: 2, flatNo: '7', addressLine1: '3rd Cross', city: 'Pune', pincode: '560034' },
    orderItemCount: 2,
    orderItemIds: [11, 12],
    location: 'Pune',
    cxPreferredPickupDate: '2026-11-23',
    cxPreferredDeliveryDate: '2026-11-27',
  })
})

describe('the days of the drop', () => {
  const rules = {
    today: '2026-11-20',
    closurereasons: [],
    closurePickUpCalenderDateMap: {
      full: { minPickupDays: 3, maxPickupDays: 20 },
      partial: { minPickupDays: 2, maxPickupDays: 30 },
    },
    holidays: [
      { locationId: 2, date: '2026-12-25' },
      { locationId: 2, date: '2026-11-25' },
      { locationId: 1, date: '2026-12-01' },
    ],
  }
  const setting = { rules, pickup: '2026-11-24', full: false, cityId: 2 }

  test('VALID-42, VALID-43: from three days after the pickup, for as long as a pickup may be put off', () => {
    expect(dropWindow(setting)).toEqual({ first: '2026-11-27', last: '2026-12-27', holidays: ['2026-12-25'] })
    expect(dropWindow({ ...setting, full: true })).toMatchObject({ first: '2026-11-27', last: '2026-12-17' })
  })
  test('without rules for thirty days', () => {
    const bare = { ...rules, closurePickUpCalenderDateMap: undefined as never, holidays: [] }
    expect(dropWindow({ ...setting, rules: bare })).toEqual({ first: '2026-11-27', last: '2026-12-27', holidays: [] })
  })
})

describe('slots', () => {
  const slot = (date: string, startTime: string, available = true): Slot => ({
    slotId: `1/${date}/${startTime}`,
    date,
    startTime,
    endTime: '16:00',
    available,
  })
  test('stand by day in order, without days on which all are taken', () => {
    const all = [
      slot('2026-11-24', '13:00'),
      slot('2026-11-23', '10:00', false),
      slot('2026-11-24', '10:00', false),
      slot('2026-11-22', '10:00'),
    ]
    expect(slotDays(all).map(({ date, slots }) => [date, slots.map(({ startTime }) => startTime)])).toEqual([
      ['2026-11-22', ['10:00']],
      ['2026-11-24', ['10:00', '13:00']],
    ])
  })
  test('say their time as people do', () => {
    expect(slotTime(slot('2026-11-23', '10:00'))).toBe('10:00 am to 4:00 pm')
  })
})
