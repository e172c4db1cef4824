import { createFileRoute } from '@tanstack/react-router'
import { type ActiveStatus, activeStatusOf } from '#/api/active-status'
import { prefetch } from '#/app/prefetch'
import { requestsQuery } from '#/features/tickets/queries'
import { incomingTransfersQuery } from '#/features/transfers/queries'
import { AllRequestsPage } from '#/pages/all-requests/AllRequestsPage'

export const Route = createFileRoute('/_default/my-subscriptions/all-requests')({
  validateSearch: ({ activeStatus }): { activeStatus?: ActiveStatus } => ({
    activeStatus: activeStatusOf(activeStatus),
  }),
  loaderDeps: ({ search: { activeStatus } }) => ({ activeStatus }),
  loader: ({ context, deps: { activeStatus } }) =>
    prefetch(context, (queries, customer) => {
      void queries.prefetchInfiniteQuery(requestsQuery(customer, activeStatus))
      void queries.prefetchQuery(incomingTransfersQuery(customer))
    }),
  shouldReload: false,
  component: AllRequestsPage,
})
