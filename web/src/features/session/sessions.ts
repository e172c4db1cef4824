import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Place = components['schemas']['SignedInPlace']

/** Where the account is signed in, the most recently used session first. */
export const sessionsQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'sessions'),
    queryFn: async () => (await unwrap(api.GET('/api/RMUsers/sessions'))).sessions,
    staleTime: JUST_ASKED_MS,
  })

export async function endOtherSessions(): Promise<void> {
  await once('end-other-sessions', {}, (headers) => unwrap(api.POST('/api/RMUsers/endOtherSessions', { headers })))
}
