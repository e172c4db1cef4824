import { describe, expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { bannerFor, plainParts } from './model'

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

  test('the settlement banner has what is ready, not the whole deposit balance, and which way was chosen', () => {
    const held = { heldOfDeposit: 808.1, heldOfWallet: 0.2, paysDueOfDeposit: 0, paysDueOfWallet: 0 }
    const ready = { count: 2, amount: 1808.2, refundPreference: 20, ...held }
    const data = aDashboard({ depositBalance: 5000, depositDetails: details(true), readyRefund: ready })
    expect(bannerFor(data)).toEqual({ kind: 'settlement', amount: 1808.2, count: 2, preference: 20, held: 808.3 })
  })
})

describe('the words of the server about the dues', () => {
  test('bold is all the markup that they usually have', () => {
    expect(plainParts('Rent and tax <b>₹1,299.00</b> are to be paid.')).toEqual([
      { text: 'Rent and tax ', bold: false },
      { text: '₹1,299.00', bold: true },
      { text: ' are to be paid.', bold: false },
    ])
    expect(plainParts('')).toEqual([])
  })

  test.each(['<i>x</i>', '<b onclick="x()">x</b>', '<b>x<i>y</i></b>', '<b>x', 'x &amp; y', '<b><img></b>'])(
    '%s is left to the cleaner',
    (html) => expect(plainParts(html)).toBeUndefined(),
  )
})
