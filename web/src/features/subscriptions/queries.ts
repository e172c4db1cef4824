import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { firstPage, pageAfter } from '#/api/pages'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Subscription = components['schemas']['Subscription']
export type SubscriptionStatus = 'active' | 'closed'

const PAGE_SIZE = 20

/** The customer's items. Each page follows the former one. */
export function subscriptionsQuery(customer: number, status: SubscriptionStatus) {
  return infiniteQueryOptions({
    queryKey: customerKey(customer, 'subscriptions', status),
    queryFn: ({ pageParam: { page, after } }) => {
      const query = JSON.stringify({ page, size: PAGE_SIZE })
      return unwrap(api.GET('/api/Dashboards/getSubscriptions', { params: { query: { query, status, after } } }))
    },
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
  })
}
