import { describe, expect, test } from 'vitest'
import { dialogView, parseDialogSearch, requestDialogs, withoutDialog } from './dialog-search'

const ids = ['DIALOG-02', 'DIALOG-03', 'DIALOG-04', 'DIALOG-05', 'DIALOG-06', 'DIALOG-07']

describe('which dialog an address asks for', () => {
  test.each(requestDialogs.map((type, index) => [ids[index], type] as const))(
    '%s: requestType=%s',
    (_, requestType) => {
      expect(dialogView({ requestType })).toEqual({ name: requestType, step: undefined })
    },
  )

  test('DIALOG-08: requestStep selects the step', () => {
    const search = parseDialogSearch({ requestType: 'close-subscription', requestStep: 'bank-details' })
    expect(dialogView(search)).toEqual({ name: 'close-subscription', step: 'bank-details' })
  })

  test('DIALOG-09: paymentMode alone opens easy payment', () => {
    expect(dialogView({ paymentMode: 'easy-payment' })).toEqual({ name: 'easy-payment', step: undefined })
  })

  test('DIALOG-10: paymentType is the first step', () => {
    const search = parseDialogSearch({ paymentMode: 'easy-payment', paymentType: 'auto-debit' })
    expect(dialogView(search)).toEqual({ name: 'easy-payment', step: 'auto-debit' })
    expect(parseDialogSearch({ paymentType: 'cash' }).paymentType).toBeUndefined()
  })

  test('DIALOG-11: paymentStep wins over paymentType', () => {
    const search = { paymentMode: 'easy-payment', paymentType: 'auto-debit', paymentStep: 'remove-auto-debit' } as const
    expect(dialogView(search)).toMatchObject({ step: 'remove-auto-debit' })
  })

  test('DIALOG-12, DIALOG-13: showAutoDebit, and its other view', () => {
    expect(dialogView({ showAutoDebit: 'true' })).toEqual({ name: 'auto-debit-promo', notInterested: false })
    expect(dialogView({ showAutoDebit: 'true', notInterested: 'true' })).toMatchObject({ notInterested: true })
  })

  test('DIALOG-14, DIALOG-16: without its key a dialog is closed', () => {
    expect(dialogView({ notInterested: 'true' })).toBeUndefined()
    expect(dialogView(withoutDialog({ showSettlement: 'true', utm: 'x' }))).toBeUndefined()
  })

  test('DIALOG-15: showSettlement wins over everything else in a hand-made link', () => {
    const search = { requestType: 'repair-request', showAutoDebit: 'true', showSettlement: 'true' } as const
    expect(dialogView(search)).toEqual({ name: 'settlement' })
    expect(dialogView({ ...search, showSettlement: undefined })?.name).toBe('auto-debit-promo')
  })

  test('a ticket opens with what is being done about it; nonsense opens the ticket alone', () => {
    const search = parseDialogSearch({ ticketId: 'T15', ticketView: 'revoke' })
    expect(dialogView(search)).toEqual({ name: 'ticket', step: 'revoke' })
    expect(dialogView(parseDialogSearch({ ticketId: 'T15', ticketView: 'eat' }))).toEqual({
      name: 'ticket',
      step: undefined,
    })
    expect(dialogView({ ticketView: 'revoke' })).toBeUndefined()
    const extension = { name: 'extension', returns: false }
    expect(dialogView(parseDialogSearch({ extension: '11' }))).toEqual({ ...extension, step: '11' })
    const one = { extension: '11-2027-01-16' }
    expect(dialogView(parseDialogSearch(one))).toEqual({ ...extension, step: '11-2027-01-16' })
    expect(dialogView(parseDialogSearch({ ...one, extensionFor: 'close-subscription' }))).toMatchObject({
      returns: true,
    })
    expect(dialogView(parseDialogSearch({ extension: 'all' }))).toBeUndefined()
    expect(withoutDialog(search)).toEqual({})
  })

  test('DIALOG-18: in a request it opens the form of the screen that lists addresses', () => {
    const search = { requestType: 'close-subscription', requestStep: 'confirm-your-location' } as const
    expect(dialogView({ ...search, newaddress: 'true' })).toMatchObject({ step: 'add-new-location' })
    expect(dialogView(search)).toMatchObject({ step: 'confirm-your-location' })
    const drop = { requestType: 'relocate-subscription', requestStep: 'choose-drop-location' } as const
    expect(dialogView({ ...drop, newaddress: 'true' })).toMatchObject({ step: 'add-new-drop-location' })
    expect(dialogView({ ...drop, requestStep: 'x', newaddress: 'true' })).toMatchObject({ step: 'x' })
  })

  test('DIALOG-18: newaddress is known, and means something only when true', () => {
    expect(parseDialogSearch({ newaddress: 'true' }).newaddress).toBe('true')
    expect(parseDialogSearch({ newaddress: 'maybe' }).newaddress).toBeUndefined()
  })
})

test('values that mean nothing are dropped, keys of others pass', () => {
  const search = { requestType: 'free-beer', requestStep: '<script>', showAutoDebit: '1', utm_source: 'sms' }
  expect(parseDialogSearch(search)).toEqual({ utm_source: 'sms' })
})

test('closing removes the dialog keys and keeps the others', () => {
  const search = { requestType: 'repair-request', requestStep: 'x', newaddress: 'true', utm: '1' }
  expect(withoutDialog(search)).toEqual({ utm: '1' })
})
