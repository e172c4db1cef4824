import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { subscriptionsQuery } from '#/features/subscriptions/queries'
import { ActiveSubscriptionsPage } from '#/pages/active-subscriptions/ActiveSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/active-subscriptions')({
  loader: ({ context }) =>
    prefetch(context, (queries, customer) => queries.prefetchInfiniteQuery(subscriptionsQuery(customer, 'active'))),
  shouldReload: false,
  component: ActiveSubscriptionsPage,
})
