import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Preference = components['schemas']['NotificationPreference']
export type Choice = components['schemas']['NotificationChoice']

/** The customer's notification preferences: which topic on which channel. */
export const preferencesQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'notifications'),
    queryFn: async () => {
      const params = { path: { id: customer } }
      return (await unwrap(api.GET('/api/RMUsers/{id}/getNotificationPreferences', { params }))).preferences
    },
    staleTime: JUST_ASKED_MS,
  })

/** Returns all preferences after the change. */
export async function setPreferences(customer: number, preferences: Choice[]): Promise<Preference[]> {
  const params = { path: { id: customer } }
  const answer = await once('notification-preferences', { customer, preferences }, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/setNotificationPreferences', { params, headers, body: { preferences } })),
  )
  return answer.preferences
}
