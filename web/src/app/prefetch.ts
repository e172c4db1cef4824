import type { QueryClient } from '@tanstack/react-query'
import { b2bQuery } from '#/features/session/queries'
import { sessionUser } from '#/state/session'

/**
 * For the loader of a page: requests what the page shows first while its chunk is still loading,
 * and already when the customer reaches for its link. Nothing waits for it.
 * Nothing is requested for a business customer, who has no such pages.
 */
export function prefetch(
  { queryClient }: { queryClient: QueryClient },
  ask: (queries: QueryClient, customer: number) => unknown,
): void {
  const user = sessionUser.get()
  if (!user) return
  void queryClient
    .ensureQueryData(b2bQuery(user.id))
    .then((isB2B) => isB2B || ask(queryClient, user.id))
    .catch(() => {})
}
