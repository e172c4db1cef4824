import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter, RouteIds } from '@tanstack/react-router'
import { activeStatusOf } from '#/api/active-status'
import { addressesQuery } from '#/api/addresses'
import { customerId } from '#/api/customer'
import { depositQuery, walletQuery } from '#/features/deposit/queries'
import { invoiceQuery, ledgersQuery } from '#/features/invoices/queries'
import { completionQuery, kycDataQuery } from '#/features/kyc/queries'
import { isPaperType, type PaperSearch, paperQuery, paperSearch } from '#/features/papers/papers'
import { contactsQuery, referralsQuery } from '#/features/referral/queries'
import { preferencesQuery } from '#/features/session/notifications'
import { b2bQuery } from '#/features/session/queries'
import { sessionsQuery } from '#/features/session/sessions'
import { subscriptionsQuery } from '#/features/subscriptions/queries'
import { requestsQuery, ticketQuery } from '#/features/tickets/queries'
import { incomingTransfersQuery } from '#/features/transfers/queries'
import { isDirectLogin } from '#/state/session'

/** What the router tells a loader. */
export interface Opened {
  context: { queryClient: QueryClient }
  route: { id: RouteIds<RegisteredRouter['routeTree']> }
  params: { invoiceId?: string; pdfType?: string }
  location: { search: { tab?: string; activeStatus?: string; ticketId?: string } & PaperSearch }
}

type Prefetch = (queries: QueryClient, customer: number, opened: Opened) => unknown

const ledgers = (queries: QueryClient, customer: number) => queries.prefetchQuery(ledgersQuery(customer))

function verification(queries: QueryClient, customer: number) {
  void queries.prefetchQuery(kycDataQuery(customer))
  void queries.prefetchQuery(completionQuery(customer))
}

/** What each page shows first, by the very queries of its parts. Home is asked for by the document itself. */
const prefetches: Partial<Record<RouteIds<RegisteredRouter['routeTree']>, Prefetch>> = {
  '/_default/my-subscriptions/active-subscriptions': (queries, customer) =>
    queries.prefetchInfiniteQuery(subscriptionsQuery(customer, 'active')),
  '/_default/my-subscriptions/closed-subscriptions': (queries, customer) =>
    queries.prefetchInfiniteQuery(subscriptionsQuery(customer, 'closed')),
  '/_default/my-subscriptions/invoices': ledgers,
  '/_default/my-subscriptions/adjustment-invoice': ledgers,
  '/_full/my-subscriptions/{-$invoiceId}/rental-invoice': (queries, customer, { params: { invoiceId } }) =>
    queries.prefetchQuery(invoiceQuery(customer, invoiceId === undefined ? undefined : Number(invoiceId))),
  '/_default/my-subscriptions/transactions'(queries, customer, { location: { search } }) {
    if (search.tab === 'wallet') return queries.prefetchInfiniteQuery(walletQuery(customer))
    if (search.tab === 'deposit') return queries.prefetchQuery(depositQuery(customer))
    return ledgers(queries, customer)
  },
  '/_default/my-subscriptions/all-requests'(queries, customer, { location: { search } }) {
    void queries.prefetchInfiniteQuery(requestsQuery(customer, activeStatusOf(search.activeStatus)))
    void queries.prefetchQuery(incomingTransfersQuery(customer))
  },
  '/_default/settings'(queries, customer) {
    void queries.prefetchQuery(addressesQuery(customer))
    // Agents do not see it.
    if (isDirectLogin()) return
    void queries.prefetchQuery(sessionsQuery(customer))
    void queries.prefetchQuery(preferencesQuery(customer))
  },
  '/_default/referral'(queries, customer) {
    if (isDirectLogin()) return
    void queries.prefetchQuery(referralsQuery(customer))
    void queries.prefetchQuery(contactsQuery(customer))
  },
  '/_default/kyc': verification,
  '/_full/kyc/documents/{-$profession}': verification,
  '/_empty/print-pdf/{-$pdfType}': (queries, customer, { params: { pdfType = 'invoice' }, location: { search } }) =>
    isPaperType(pdfType) && queries.prefetchQuery(paperQuery(customer, pdfType, paperSearch({ ...search }))),
  '/_empty/wa/cancellation': (queries, customer, { location: { search } }) =>
    search.ticketId && queries.prefetchQuery(ticketQuery(customer, search.ticketId)),
}

/** Nothing of a business customer is asked for: they have no such pages. */
export async function start(opened: Opened): Promise<void> {
  const { queryClient } = opened.context
  const customer = customerId()
  if (await queryClient.ensureQueryData(b2bQuery(customer))) return
  prefetches[opened.route.id]?.(queryClient, customer, opened)
}
