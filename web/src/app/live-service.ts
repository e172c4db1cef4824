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

/** Screens are asked anew at most this often, however much happens. */
const REFRESH_MS = 1000
/** The first screen comes first: the stream waits until nothing has been asked for. */
const IDLE_MS = 3000

/** A payment that is under way asks for its own outcome and refreshes everything afterwards. */
const paying: readonly Phase[] = ['starting', 'waiting', 'confirming']

/** Whoever saves data, or has little of it, gets the usual refresh on coming back and no stream. */
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

/** Refreshes at once, then not before a while has passed, and after a payment rather than during one. */
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
