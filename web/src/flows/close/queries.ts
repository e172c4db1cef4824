import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import type { CloseDraft } from './model'

export function confirmClosure(id: number | undefined, closure: Closure, headers: IntentHeaders) {
  return unwrap(api.POST('/api/Dashboards/confirmClosure', { headers, body: { id, ...closure } }))
}

/** What is asked for. */
export function closureOf({ chosen, addressId, pickup = '', reason = '' }: CloseDraft) {
  return { orderItemIds: chosen, addressId, preferredPickupDate: pickup, message: reason }
}

export type Closure = ReturnType<typeof closureOf>
