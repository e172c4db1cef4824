import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { CloseDraft } from './model'

/** Raises the closure. The same key makes a repetition after a lost connection act once. */
export function confirmClosure({ chosen, pickup = '', reason = '' }: CloseDraft, id: number | undefined, key: string) {
  return unwrap(
    api.POST('/api/Dashboards/confirmClosure', {
      headers: { 'Idempotency-Key': key },
      body: { id, orderItemIds: chosen, preferredPickupDate: pickup, message: reason },
    }),
  )
}
