import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { dashboardQuery } from '#/api/dashboard'
import { b2bQuery } from '#/features/session/queries'
import { upcomingQuery } from '#/features/upcoming/queries'
import { guardChunks } from '#/platform/chunk-guard'
import { storeLaunch } from '#/platform/device'
import { ignoreSecondTapElsewhere } from '#/platform/double-tap'
import { waitAtMost } from '#/platform/first-screen'
import { whenIdle } from '#/platform/idle'
import { limitHistoryToOwnEntries } from '#/platform/own-history-entries'
import { readStored, storageKeys } from '#/platform/storage'
import { startTheme } from '#/platform/theme'
import { timing } from '#/platform/timing'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import { readSession } from '#/state/session'
import type { AppProps } from './App'
import { startAnalytics } from './analytics'
import { startErrorReports } from './errors'
import { startLive } from './live'
import { startNative } from './native'
import { startOfflineData } from './offline-data'
import { followOtherTabs } from './other-tabs'
import { createAppRouter, createQueryClient } from './router'
import { endSessionOn401 } from './session-end'

/**
 * The service worker is installed this many milliseconds after the start. It fetches the whole app, which
 * must not compete with the first screen, and the page's own `load` comes before that screen has its data.
 */
const INSTALL_AFTER_MS = 5000

/** Sends what was written offline and not sent in an earlier page load, once there is a network. */
function sendUnsentLater(queryClient: QueryClient): void {
  const send = async () => (await import('#/features/tickets/send-unsent')).sendUnsent(queryClient)
  if (readStored(storageKeys.unsentRequests)) whenIdle(() => void send().catch(() => {}))
}

function installLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Load the notice now, because no file of an older version can be fetched once there is a newer one.
  const install = async () => {
    const [pwa, notice] = await Promise.all([import('#/platform/pwa'), import('./UpdateNotice')])
    await pwa.installApp(notice.showUpdateNotice)
  }
  window.setTimeout(() => void install().catch(() => {}), INSTALL_AFTER_MS)
}

/** Even if a request hangs, the app renders after this many milliseconds. */
const HOME_LATEST_MS = 5000

/** The grey placeholder in `index.html` stays until home can replace it in one step, with its figures. */
export async function untilHomeIsReady({ router, queryClient }: AppProps): Promise<void> {
  const session = readSession()
  if (session.status !== 'ready') return
  // Offline, nothing more will load.
  if (!navigator.onLine) return router.load()
  const customer = session.user.id
  const ready = Promise.all([
    router.load(),
    queryClient.prefetchQuery(configQuery),
    queryClient
      .ensureQueryData(b2bQuery(customer))
      .then((isB2B) => isB2B || prefetchHome(queryClient, customer))
      .catch(() => {}), // the page itself shows the failure
  ])
  await Promise.race([ready, timing.pause(HOME_LATEST_MS)])
}

function prefetchHome(queryClient: QueryClient, customer: number): Promise<unknown> {
  return Promise.all([
    queryClient.prefetchQuery(dashboardQuery(customer)),
    queryClient.prefetchQuery(upcomingQuery(customer)),
  ])
}

/** Everything that happens once per page load, before the first render. */
export function startApp(): AppProps {
  startTheme()
  storeLaunch()
  guardChunks()
  limitHistoryToOwnEntries()
  ignoreSecondTapElsewhere()
  waitAtMost()
  reloadAtWidthBoundary()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  startErrorReports(router, queryClient)
  endSessionOn401(queryClient, router)
  followOtherTabs()
  installLater()
  sendUnsentLater(queryClient)
  startAnalytics(queryClient)
  startLive(queryClient)
  startNative(router, queryClient)
  startOfflineData(queryClient)
  return { router, queryClient }
}
