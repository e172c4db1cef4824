import { describe, expect, test, vi } from 'vitest'
import { readOpenPayment } from './open-payment'
import { isPaymentOpen, OPEN_PAYMENT_MS } from './open-payment-status'
import { forgetOpenPayment, forgetPaymentOnScreen, storeOpenPayment } from './store-open-payment'

describe('the payment under way', () => {
  const open = {
    stage: 'gateway',
    customerId: 7,
    transaction: { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 1 },
    type: 'due',
    autoDebit: false,
    startedAt: 1000,
  } as const

  test('survives a reload for the same person and for half an hour', () => {
    storeOpenPayment(open)
    expect(readOpenPayment(7, 2000)).toEqual(open)
    expect(readOpenPayment(8, 2000)).toBeUndefined()
    expect(readOpenPayment(7, 1000 + OPEN_PAYMENT_MS)).toBeUndefined()
    expect([isPaymentOpen(7, 2000), isPaymentOpen(8, 2000)]).toEqual([true, false])
    expect(isPaymentOpen(undefined, 2000), 'who comes to the sign-in page is not known yet').toBe(true)
    forgetOpenPayment(501)
    expect(readOpenPayment(7, 2000)).toBeUndefined()
    expect(isPaymentOpen(7, 2000)).toBe(false)
  })

  test('a sheet in which somebody only chooses survives too, and is no payment', () => {
    const sheet = { stage: 'sheet', customerId: 7, type: 'due', autoDebit: true, startedAt: 1000 } as const
    storeOpenPayment(sheet)
    expect(readOpenPayment(7, 2000)).toMatchObject(sheet)
    expect(isPaymentOpen(7, 2000)).toBe(false)
  })

  test('a sheet is opened again by a reload of its page, by no other page and by no link', () => {
    const sheet = { stage: 'sheet', customerId: 7, type: 'due', autoDebit: false, startedAt: 1000 } as const
    const navigation = (type: string) =>
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
    storeOpenPayment(sheet)
    navigation('reload')
    expect(readOpenPayment(7, 2000)).toMatchObject(sheet)
    navigation('navigate')
    expect(readOpenPayment(7, 2000)).toBeUndefined()
    navigation('reload')
    expect(readOpenPayment(7, 2000)).toBeUndefined()
    storeOpenPayment(sheet)
    window.history.pushState({}, '', '/dashboard/settings')
    expect(readOpenPayment(7, 2000)).toBeUndefined()
    window.history.pushState({}, '', '/')
    storeOpenPayment(open)
    navigation('navigate')
    expect(readOpenPayment(7, 2000)).toEqual(open)
  })

  test('an earlier one stays until its outcome is known, whatever is opened and closed meanwhile', () => {
    const silent = { ...open, unknownReason: 'silent' } as const
    const sheet = { stage: 'sheet', customerId: 7, type: 'deposit', autoDebit: false, startedAt: 1500 } as const
    storeOpenPayment(silent)
    storeOpenPayment(sheet)
    expect(readOpenPayment(7, 2000)).toEqual(silent)
    forgetPaymentOnScreen()
    expect(readOpenPayment(7, 2000), 'a sheet was closed').toEqual(silent)
    const other = { ...open, type: 'deposit', transaction: { ...open.transaction, rmTransactionId: 502 } } as const
    storeOpenPayment(other)
    expect(readOpenPayment(7, 2000)).toMatchObject(other)
    forgetPaymentOnScreen(502)
    expect(readOpenPayment(7, 2000), 'the later one is over').toEqual(silent)
    storeOpenPayment(other)
    forgetOpenPayment(501)
    expect(readOpenPayment(7, 2000), 'the earlier one is over').toEqual(other)
    storeOpenPayment({ ...sheet, startedAt: 1500 + OPEN_PAYMENT_MS })
    expect(readOpenPayment(7, 1600 + OPEN_PAYMENT_MS), 'one that is stale waits for nothing').toMatchObject({
      stage: 'sheet',
    })
  })

  test('whoever goes on with a payment that they left has its sheet opened again', () => {
    storeOpenPayment(open)
    storeOpenPayment({ ...open, stage: 'sheet' })
    expect(readOpenPayment(7, 2000)).toMatchObject({ stage: 'sheet' })
    storeOpenPayment({ ...open, unknownReason: 'silent' })
    storeOpenPayment({ ...open, stage: 'sheet' })
    expect(readOpenPayment(7, 2000), 'nobody goes on with that one').toMatchObject({ stage: 'gateway' })
  })

  test('what somebody else has written there is ignored', () => {
    window.sessionStorage.setItem('openPayment', '{"rmTransactionId":"1"}')
    expect(readOpenPayment(7)).toBeUndefined()
    window.sessionStorage.setItem('openPayment', '{broken')
    expect(readOpenPayment(7)).toBeUndefined()
  })

  test.each([
    { stage: 'other' },
    { customerId: '7' },
    { type: 'gift' },
    { autoDebit: 1 },
    { startedAt: '1000' },
    { unknownReason: 'loud' },
    { transaction: undefined },
    { transaction: { ...open.transaction, amountPaise: '1' } },
    { stage: 'sheet', place: 7 },
    { earlier: { stage: 'other' } },
  ])('a wrong value in it (%j) makes it nobody’s', (wrong) => {
    window.sessionStorage.setItem('openPayment', JSON.stringify({ ...open, ...wrong }))
    expect(readOpenPayment(7, 2000)).toBeUndefined()
  })
})
