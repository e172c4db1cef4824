import type { Query, QueryClient } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import type { Phase } from '#/features/payments/state'
import { currentPayment, watchPayment } from '#/features/payments/store'
import { announceChange } from '#/platform/changes'
import { mayPrefetch } from '#/platform/connection'
import { openLive } from '#/platform/live'
import { sessionUser } from '#/platform/session'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'

/** Screens are asked anew at most this often, however much happens. */
const REFRESH_MS = 1000
/** The first screen comes first: the stream waits until nothing has been asked for. */
const SETTLE_MS = 3000

/** A payment that is under way asks for its own outcome and refreshes everything afterwards. */
const paying: readonly Phase[] = ['starting', 'waiting', 'confirming']

/** What the server says once per visit, or only after a payment. */
const fixed: readonly unknown[] = ['app-config', 'b2b', 'feedback']

function ofCustomer({ queryKey: [name] }: Query): boolean {
  return !fixed.includes(name)
}

/** Whoever saves data, or has little of it, gets the usual refresh on coming back and no stream. */
export async function connect(queryClient: QueryClient): Promise<void> {
  if (!mayPrefetch()) return
  await settled(queryClient)
  const refresh = refresher(() => void queryClient.invalidateQueries({ predicate: ofCustomer }))
  const live = openLive({
    token: () => readStored(storageKeys.token),
    shown: () => queryClient.getQueryData(dashboardQuery.queryKey)?.revision,
    onChange() {
      announceChange()
      refresh()
    },
  })
  sessionUser.subscribe(live.check)
}

async function settled(queryClient: QueryClient): Promise<void> {
  do await timing.pause(SETTLE_MS)
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
