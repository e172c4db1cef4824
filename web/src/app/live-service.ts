import type { QueryClient } from '@tanstack/react-query'
import { allChanged } from '#/api/changed'
import { dashboardQuery } from '#/api/dashboard'
import type { Phase } from '#/features/payments/state'
import { currentPayment, watchPayment } from '#/features/payments/store'
import { announceChange } from '#/platform/changes'
import { mayPrefetch } from '#/platform/connection'
import { openLive } from '#/platform/live'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { sessionUser } from '#/state/session'

/** The screens refetch at most once in this many milliseconds, however much happens. */
const REFRESH_MS = 1000
/** The first screen has priority. The stream waits this many ms at a time until no request is pending. */
const IDLE_MS = 3000

/** A payment in one of these phases checks its own outcome and refreshes everything afterwards. */
const paying: readonly Phase[] = ['starting', 'waiting', 'confirming']

/** In data-saver mode and on 2G there is no stream, only the usual refetch when the customer comes back. */
export async function connect(queryClient: QueryClient): Promise<void> {
  if (!mayPrefetch()) return
  await idle(queryClient)
  const refresh = refresher(() => {
    const user = sessionUser.get()
    if (user) void allChanged(queryClient, user.id, 'stream')
  })
  const live = openLive({
    token: () => readStored(storageKeys.token),
    shown: () => {
      const user = sessionUser.get()
      return user && queryClient.getQueryData(dashboardQuery(user.id).queryKey)?.revision
    },
    onChange() {
      announceChange()
      refresh()
    },
  })
  sessionUser.subscribe(live.check)
}

async function idle(queryClient: QueryClient): Promise<void> {
  do await timing.pause(IDLE_MS)
  while (queryClient.isFetching() > 0)
}

/** Refreshes at once, but not again before REFRESH_MS, and after a payment rather than during one. */
function refresher(refresh: () => void): () => void {
  let due = false
  let resting = false

  function run(): void {
    if (!due || resting || paying.includes(currentPayment().phase)) return
    due = false
    resting = true
    window.setTimeout(() => {
      resting = false
      run()
    }, REFRESH_MS)
    refresh()
  }

  watchPayment(run)
  return () => {
    due = true
    run()
  }
}
