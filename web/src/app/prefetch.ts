import type { QueryClient } from '@tanstack/react-query'
import { b2bQuery } from '#/features/session/queries'
import { sessionUser } from '#/state/session'

/**
 * For the loader of a page: what it shows first is asked for while its code is still on the way, and already when somebody
 * reaches for its link. Nothing waits for it, and nothing is asked for a business, which has no such pages.
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
