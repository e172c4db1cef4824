/** URLs of earlier versions that live on in messages, bookmarks and printed bills. */
export interface RedirectTarget {
  to: '/home' | '/my-subscriptions/transactions' | '/my-subscriptions/invoices'
  search: Record<string, string>
}

const home = (search: Record<string, string> = {}): RedirectTarget => ({ to: '/home', search })

const legacy: Record<string, RedirectTarget> = {
  '/easy-payment': home({ paymentMode: 'easy-payment' }),
  '/request': home({ requestType: 'create-new-request' }),
  '/subscription/view': home({ requestType: 'create-new-request' }),
  '/close': home({ requestType: 'close-subscription' }),
  '/closure': home({ requestType: 'close-subscription' }),
  '/subscription/relocate': home({ requestType: 'relocate-subscription' }),
  '/subscription/transfer-request': home({ requestType: 'transfer-ownership' }),
  '/deposit': home(),
  '/undelivered-subscription': home(),
  '/subscription/list/ledger': home(),
  '/subscription/extend': home(),
  '/upgrade': home(),
  '/subscription/upgrade': home(),
  '/refund-subscription': { to: '/my-subscriptions/transactions', search: {} },
  '/subscription/list': { to: '/my-subscriptions/transactions', search: {} },
  '/payment': { to: '/my-subscriptions/invoices', search: {} },
}

/** Where a path without a page leads. Unknown paths go home. The query is kept, but the target's keys win. */
export function redirectTarget(pathname: string, search: Record<string, string>): RedirectTarget {
  const path = pathname.replace(/\/+$/, '') || '/'
  const target = legacy[path] ?? home()
  return { to: target.to, search: { ...search, ...target.search } }
}
