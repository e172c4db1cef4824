import { expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { depositOf } from './deposit'

test.each([
  ['just enough', { amountPaid: 5000 }, { held: 5000, missing: 0, free: 0 }],
  [
    'missing, to the paisa',
    { amountPaid: 0.3, adjustmentPlusQcAmountPlusAmountRefunded: 0.1 },
    { held: 0.2, missing: 4999.8, free: 0 },
  ],
  ['free', { amountPaid: 7000, adjustmentPlusQcAmountPlusAmountRefunded: 500 }, { held: 6500, missing: 0, free: 1500 }],
  [
    'a refund is owed, which is held no more',
    { amountPaid: 8000, refundOwed: 3000 },
    { held: 5000, missing: 0, free: 0 },
  ],
  [
    'unused rent in advance is owed with it',
    { amountPaid: 8000, advanceReturned: 700.5, refundOwed: 3700.5 },
    { held: 5000, missing: 0, free: 0, returning: 3700.5 },
  ],
  [
    'what is being inspected is not free',
    { amountPaid: 10200.5, beingInspected: 5200 },
    { held: 10200.5, missing: 0, inspected: 5200, free: 0.5 },
  ],
])('the deposit as people mean it: %s', (_, change, want) => {
  expect(depositOf({ ...aDashboard().depositDetails, ...change })).toMatchObject(want)
})
