import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { subscriptionsQuery } from '#/features/subscriptions/queries'
import { ClosedSubscriptionsPage } from '#/pages/closed-subscriptions/ClosedSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/closed-subscriptions')({
  loader: ({ context }) =>
    prefetch(context, (queries, customer) => queries.prefetchInfiniteQuery(subscriptionsQuery(customer, 'closed'))),
  shouldReload: false,
  component: ClosedSubscriptionsPage,
})
