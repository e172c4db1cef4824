import { api } from './client'
import type { IntentHeaders } from './idempotency'
import type { components } from './schema'
import { unwrap } from './unwrap'

export type NewRepair = components['schemas']['NewRepair']

/** Creates all repair requests or none. */
export function raiseRepairs(data: NewRepair[], headers: IntentHeaders) {
  return unwrap(api.POST('/api/Dashboards/createNewTickets', { headers, body: { data } }))
}
