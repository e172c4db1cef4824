import { describe, expect, test } from 'vitest'
import { planned } from '#/test/easy-payment'
import { aTransaction } from '#/test/money-builders'
import { isAutoDebitEligible } from './eligibility'
import {
  amountDue,
  chargedAmount,
  debitedAnyway,
  hasDues,
  opensDirectly,
  payableAmount,
  paymentTypes,
  showsAutoDebitView,
  verdictOf,
} from './model'

const dues = (depositBalance: number, totalPayableAmount: number) => ({ depositBalance, totalPayableAmount })

describe('payable amount', () => {
  test.each([
    ['PAY-16', -2160, 0, 2160],
    ['PAY-16: the deposit comes before rent', -2160, 900, 2160],
    ['PAY-17', 0, 900.5, 900.5],
    ['PAY-17: a held deposit changes nothing', 5000, 900, 900],
    ['PAY-18', 5000, 0, 5000],
    ['PAY-18: nothing at all', 0, 0, 0],
  ])('%s: deposit %d and rent %d give %d', (_, deposit, rent, payable) => {
    expect(payableAmount(dues(deposit, rent))).toBe(payable)
  })

  test('PAY-18: a held deposit is shown as payable but is nothing to pay', () => {
    expect(hasDues(dues(5000, 0))).toBe(false)
    expect(hasDues(dues(-1, 0))).toBe(true)
    expect(hasDues(dues(0, 1))).toBe(true)
  })
})

test.each([
  ['due', -2160, 0, 0],
  ['due', -2160, 900, 900],
  ['due', 5000, 0, 0],
  ['deposit', -2160, 900, 2160],
  ['deposit', 5000, 900, 0],
  ['advance-rent', 0, 900, 900],
] as const)('PAY-29: of %s, with deposit %d and rent %d, %d is due', (type, deposit, rent, due) => {
  expect(amountDue(type, dues(deposit, rent))).toBe(due)
})

describe('auto debit', () => {
  test.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
    [false, true, false],
  ])(
    'PAY-19: required %s and in progress %s is eligible: %s',
    (isAutoDebitRequired, isAutoDebitInProgress, eligible) => {
      expect(isAutoDebitEligible({ isAutoDebitRequired, isAutoDebitInProgress })).toBe(eligible)
    },
  )

  test.each([
    ['all conditions hold', true, 0, 900, true],
    ['a held deposit does not matter', true, 5000, 900, true],
    ['no auto debit', false, 0, 900, false],
    ['nothing payable', true, 0, 0, false],
    ['only a held deposit', true, 5000, 0, false],
    ['a deposit is due', true, -1, 900, false],
  ])('PAY-22: %s', (_, isAutoDebitInProgress, deposit, rent, shown) => {
    expect(showsAutoDebitView({ ...dues(deposit, rent), isAutoDebitInProgress, isAutoDebitRequired: true })).toBe(shown)
  })

  test.each([
    [0, true],
    [1, true],
    [-1, false],
  ])('PAY-45: with a deposit balance of %d the warning shows: %s', (depositBalance, shown) => {
    expect(debitedAnyway({ depositBalance, debit: planned }) === planned).toBe(shown)
    expect(debitedAnyway({ depositBalance, debit: { ...planned, step: 'failed' } })).toBeUndefined()
  })
})

describe('gateways', () => {
  test('PAY-29: due, deposit and advance-rent can be paid', () => {
    expect(paymentTypes).toEqual(['due', 'deposit', 'advance-rent'])
  })

  test('PAY-46, ENTITY-54: minor units are divided by 100', () => {
    expect(chargedAmount(aTransaction({ pgOptions: { amount: 123456 } }))).toBe(1234.56)
  })

  test.each([
    ['PAY-31', { isOnlyRazorpay: true }, true],
    ['PAY-32', { isAutoDebit: true, paymentMethod: 'upi' }, true],
    ['PAY-32: without a method', { isAutoDebit: true }, false],
    ['PAY-33', {}, false],
  ])('%s: opens directly', (_, change, direct) => {
    expect(opensDirectly(aTransaction(change))).toBe(direct)
  })

  test.each([
    ['PAY-41', 300, 'paid'],
    ['PAY-42', 200, 'failed'],
    ['PAY-43', 100, 'pending'],
    ['PAY-43', 0, 'pending'],
    ['PAY-43', 404, 'pending'],
  ])('%s: order status %d means %s', (_, status, verdict) => {
    expect(verdictOf(status)).toBe(verdict)
  })

  test('a gateway without a payment says so, unless the payment is decided', () => {
    expect([100, 200, 300].map((status) => verdictOf(status, 0, true))).toEqual(['unpaid', 'failed', 'paid'])
  })
})
