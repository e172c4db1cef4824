import { expect, test } from 'vitest'
import { aProduct } from '#/test/builders'
import { canChoose, pickupWindow } from './pickup-days'
import type { StaticVariables } from './static-variables'

const rules: StaticVariables = {
  today: '2026-11-20',
  closurereasons: [],
  holidays: [
    { locationId: 1, date: '2026-11-25' },
    { locationId: 2, date: '2026-11-26' },
    { locationId: 1, date: '2027-01-26' },
  ],
  closurePickUpCalenderDateMap: {
    full: { minPickupDays: 3, maxPickupDays: 30 },
    partial: { minPickupDays: 2, maxPickupDays: 21 },
  },
}
const active = [aProduct({ id: 1 }), aProduct({ id: 2 }), aProduct({ id: 3, locationId: 2 })]

test('VALID-32, VALID-33: both ends of the window can be chosen, the days beyond cannot', () => {
  const days = pickupWindow(rules, active.slice(0, 1), active)
  expect(days).toMatchObject({ first: '2026-11-22', last: '2026-12-11' })
  expect(['2026-11-21', '2026-11-22', '2026-12-11', '2026-12-12'].map((day) => canChoose(days, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('VALID-34: everything that the customer has goes by the key full, a part of it by partial', () => {
  expect(pickupWindow(rules, active, active)).toMatchObject({ first: '2026-11-23', last: '2026-12-20' })
  expect(pickupWindow(rules, active.slice(0, 2), active)).toMatchObject({ first: '2026-11-22', last: '2026-12-11' })
})

test('VALID-35: holidays of the places where the chosen items stand are blocked, others are not', () => {
  const here = pickupWindow(rules, active.slice(0, 1), active)
  expect(here.holidays).toEqual(['2026-11-25'])
  expect(canChoose(here, '2026-11-25')).toBe(false)
  expect(canChoose(here, '2026-11-26')).toBe(true)
  expect(pickupWindow(rules, active, active).holidays).toEqual(['2026-11-25', '2026-11-26'])
})

test('VALID-36, VALID-37: without rules, today and the thirty days after it', () => {
  const bare = { ...rules, closurePickUpCalenderDateMap: undefined } as unknown as StaticVariables
  expect(pickupWindow(bare, active, active)).toMatchObject({ first: '2026-11-20', last: '2026-12-20' })
})
