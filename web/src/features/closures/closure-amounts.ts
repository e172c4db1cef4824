import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#/api/client'
import { useCustomerId } from '#/api/customer'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { sumRupees } from '#/shared/money'

export type ClosureAmount = components['schemas']['ClosureAmount']

/** The cost of giving items back on a day (YYYY-MM-DD). Without a day, on the first possible day. */
export function closureAmountsQuery(customer: number, orderItemIds: number[], preferredPickupDate?: string) {
  return queryOptions({
    queryKey: customerKey(customer, 'closure-amounts', orderItemIds, preferredPickupDate),
    queryFn: () =>
      unwrap(api.POST('/api/Dashboards/getClosureAmounts', { body: { orderItemIds, preferredPickupDate } })),
  })
}

export interface ClosureCharge {
  /** Rupees, with GST. Undefined while loading. */
  total?: number
  error: Error | null
  busy: boolean
  retry(): void
}

/** The total cost of leaving early. Without a day, nothing is requested. */
export function useClosureCharge(orderItemIds: number[], day: string | undefined): ClosureCharge {
  const { data, error, isFetching, refetch } = useQuery({
    ...closureAmountsQuery(useCustomerId(), orderItemIds, day),
    enabled: Boolean(day),
    staleTime: 0,
  })
  const total = data && sumRupees(data.map((amount) => amount.total))
  return { total, error: data ? null : error, busy: isFetching, retry: () => void refetch() }
}
