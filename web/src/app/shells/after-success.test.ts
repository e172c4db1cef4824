import { expect, test } from 'vitest'
import { afterSuccess } from './after-success'

test.each([
  ['PAYOK-09: rent stays where it was paid', 'due', {}],
  ['PAYOK-10: a deposit leads home', 'deposit', { to: '/home' }],
  [
    'PAYOK-11: rent in advance leads to advance rental',
    'advance-rent',
    { to: '/home', search: { paymentMode: 'easy-payment', paymentType: 'advance-rental' } },
  ],
] as const)('%s', (_, paid, destination) => {
  expect(afterSuccess(paid, 'close')).toEqual({ search: {}, ...destination })
})

test('PAYOK-06, PAYOK-07: the promotion leads to a new payment mode or to auto debit', () => {
  expect(afterSuccess('due', 'add-payment-mode').search).toMatchObject({
    paymentStep: 'auto-debit-add-new-payment-mode',
  })
  expect(afterSuccess('due', 'more-details').search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' })
})
