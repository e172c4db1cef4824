import { describe, expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { bannerFor, depositHeld } from './model'

const details = (isSettlementReady: boolean) => ({ ...aDashboard().depositDetails, isSettlementReady })
const kyc = { userStatus: { kycPending: true } }

describe('which banner home shows', () => {
  test.each([
    ['HOME-02', { totalPayableAmount: 900 }, 'rental'],
    ['HOME-03', { depositBalance: -1 }, 'deposit'],
    ['HOME-04', { depositBalance: 1, depositDetails: details(true) }, 'settlement'],
    ['HOME-04: a settlement without money is none', { depositBalance: 0, depositDetails: details(true) }, 'carousel'],
    ['HOME-04: a deposit alone is no banner', { depositBalance: 5000, depositDetails: details(false) }, 'carousel'],
    ['HOME-05', { depositBalance: -1, totalPayableAmount: 900 }, 'deposit'],
    ['HOME-06', { depositBalance: 10, totalPayableAmount: 900, depositDetails: details(true) }, 'rental'],
    ['HOME-12', kyc, 'kyc'],
    ['HOME-12: money comes before papers', { ...kyc, totalPayableAmount: 1 }, 'rental'],
    ['HOME-13', {}, 'carousel'],
  ])('%s', (_, change, kind) => {
    expect(bannerFor(aDashboard(change)).kind).toBe(kind)
  })

  test('a deposit that is owed is shown as a positive sum', () => {
    expect(bannerFor(aDashboard({ depositBalance: -2160.5 }))).toEqual({ kind: 'deposit', amount: 2160.5 })
  })

  test('what is held is paid minus adjusted, to the paisa', () => {
    expect(depositHeld({ ...details(false), amountPaid: 0.3, adjustmentPlusQcAmountPlusAmountRefunded: 0.1 })).toBe(0.2)
  })
})
