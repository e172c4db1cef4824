import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import type { CloseDraft, ClosureMade } from './model'

/** Raises the closure. The result also has the day of the pickup. */
export async function confirmClosure(
  id: number | undefined,
  closure: Closure,
  headers: IntentHeaders,
): Promise<ClosureMade> {
  const made = await unwrap(api.POST('/api/Dashboards/confirmClosure', { headers, body: { id, ...closure } }))
  return { ...made, pickup: closure.preferredPickupDate }
}

/**
 * The request for a closure at the charge that was shown: rupees with GST.
 * The server refuses if the charge has changed.
 */
export function closureOf({ chosen, addressId, pickup = '', reason = '' }: CloseDraft, closureCharge: number) {
  return { orderItemIds: chosen, addressId, preferredPickupDate: pickup, message: reason, closureCharge }
}

export type Closure = ReturnType<typeof closureOf>
