import { configQuery } from '#/api/config'
import { dashboardQuery } from '#/api/dashboard'
import { b2bQuery } from '#/features/session/queries'
import { timing } from '#/platform/timing'
import { readSession } from '#/state/session'
import type { AppProps } from './App'

/** Whatever hangs, the app shows how far it is. */
const LATEST_MS = 5000

/** The first view stays until the app can draw the same: no spinner ever takes the place of figures. */
export async function untilDrawable({ router, queryClient }: AppProps): Promise<void> {
  const session = readSession()
  if (session.status !== 'ready') return
  // Nothing more comes without a network.
  if (!navigator.onLine) return router.load()
  const customer = session.user.id
  const drawable = Promise.all([
    router.load(),
    queryClient.prefetchQuery(configQuery),
    queryClient.prefetchQuery(b2bQuery(customer)),
    queryClient.prefetchQuery(dashboardQuery(customer)),
  ])
  await Promise.race([drawable, timing.pause(LATEST_MS)])
}
