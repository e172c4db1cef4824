import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { CloseDraft } from './model'

/** What it costs to give the items back on the chosen day. */
export function closureAmountsQuery({ chosen, pickup }: CloseDraft) {
  return queryOptions({
    queryKey: ['closure-amounts', chosen, pickup],
    queryFn: () =>
      unwrap(
        api.POST('/api/Dashboards/getClosureAmounts', {
          body: { orderItemIds: chosen, preferredPickupDate: pickup },
        }),
      ),
  })
}

/** Raises the closure. The same key makes a repetition after a lost connection act once. */
export function confirmClosure({ chosen, pickup = '', reason = '' }: CloseDraft, id: number | undefined, key: string) {
  return unwrap(
    api.POST('/api/Dashboards/confirmClosure', {
      headers: { 'Idempotency-Key': key },
      body: { id, orderItemIds: chosen, preferredPickupDate: pickup, message: reason },
    }),
  )
}
