import { anyWidth, expect, test } from '../support/fixtures'

/** Every address of earlier versions, its target, and the query that the redirect adds. */
const legacy: [id: string, from: string, path: string, query: Record<string, string>][] = [
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
  ['LEGACY-19', '/an/unknown/path', '/home', {}],
]

test(
  'an old address leads to its new one and keeps its query (LEGACY-01..17, LEGACY-19)',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('esha')
    for (const [id, from, path, query] of legacy) {
      await page.goto(`/dashboard${from}?utm_source=sms&openChat=`)
      await expect(page, id).toHaveURL((url) => url.pathname === `/dashboard${path}`)
      const kept = new URL(page.url()).searchParams
      expect(kept.get('utm_source'), `${id} keeps the query`).toBe('sms')
      for (const [key, value] of Object.entries(query)) expect(kept.get(key), id).toBe(value)
    }
  },
)

test('an old address in a sign-in link signs in first (LEGACY-18, GATE-01)', anyWidth, async ({ page, city }) => {
  const link = await fetch(`${city.url}/demo/as/esha`, { redirect: 'manual' })
  const code = new URL(link.headers.get('location') ?? '', city.url).searchParams.get('accessToken')
  await page.goto(`/dashboard/closure?accessToken=${code}&utm_source=sms`)
  await page.waitForURL((url) => url.pathname === '/dashboard/home' && !url.searchParams.has('accessToken'))
  const query = new URL(page.url()).searchParams
  expect(query.get('requestType')).toBe('close-subscription')
  expect(query.get('utm_source')).toBe('sms')
})
