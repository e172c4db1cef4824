import { describe, expect, test } from 'vitest'
import { redirectTarget } from './legacy'

const rows: [id: string, path: string, to: string, search: Record<string, string>][] = [
  ['LEGACY-01', '/easy-payment', '/home', { paymentMode: 'easy-payment' }],
  ['LEGACY-02', '/request', '/home', { requestType: 'create-new-request' }],
  ['LEGACY-03', '/subscription/view', '/home', { requestType: 'create-new-request' }],
  ['LEGACY-04', '/close', '/home', { requestType: 'close-subscription' }],
  ['LEGACY-05', '/closure', '/home', { requestType: 'close-subscription' }],
  ['LEGACY-06', '/subscription/relocate', '/home', { requestType: 'relocate-subscription' }],
  ['LEGACY-07', '/subscription/transfer-request', '/home', { requestType: 'transfer-ownership' }],
  ['LEGACY-08', '/deposit', '/home', {}],
  ['LEGACY-09', '/undelivered-subscription', '/home', {}],
  ['LEGACY-10', '/subscription/list/ledger', '/home', {}],
  ['LEGACY-11', '/subscription/extend', '/home', {}],
  ['LEGACY-12', '/upgrade', '/home', {}],
  ['LEGACY-13', '/subscription/upgrade', '/home', {}],
  ['LEGACY-14', '/refund-subscription', '/my-subscriptions/transactions', {}],
  ['LEGACY-15', '/subscription/list', '/my-subscriptions/transactions', {}],
  ['LEGACY-16', '/payment', '/my-subscriptions/invoices', {}],
  ['LEGACY-19', '/no/such/page', '/home', {}],
]

describe('legacy addresses', () => {
  test.each(rows)('%s: %s goes to %s', (_, path, to, search) => {
    expect(redirectTarget(path, {})).toEqual({ to, search })
    expect(redirectTarget(`${path}/`, {}).to).toBe(to)
  })

  test('LEGACY-17: the original query is kept, and the redirect wins over the same key', () => {
    const kept = { utm_source: 'sms', id: '0091', requestType: 'repair-request' }
    expect(redirectTarget('/close', kept).search).toEqual({ ...kept, requestType: 'close-subscription' })
    expect(redirectTarget('/payment', kept).search).toEqual(kept)
  })
})
