import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Subscription = components['schemas']['Subscription']
export type SubscriptionStatus = 'active' | 'closed'

const PAGE_SIZE = 20

/** The customer's items, in pages. Pages count from 1. */
export function subscriptionsQuery(customer: number, status: SubscriptionStatus) {
  return infiniteQueryOptions({
    queryKey: customerKey(customer, 'subscriptions', status),
    queryFn: ({ pageParam }) => {
      const query = JSON.stringify({ page: pageParam, size: PAGE_SIZE })
      return unwrap(api.GET('/api/Dashboards/getSubscriptions', { params: { query: { query, status } } }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length + 1 : undefined),
  })
}
