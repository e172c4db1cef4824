import type { QueryClient } from '@tanstack/react-query'
import { guardChunks } from '#/platform/chunk-guard'
import { keepLaunch } from '#/platform/device'
import { waitAtMost } from '#/platform/first-screen'
import { whenIdle } from '#/platform/idle'
import { countOwnEntriesAlone } from '#/platform/own-entries'
import { readStored, storageKeys } from '#/platform/storage'
import { startTheme } from '#/platform/theme'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import type { AppProps } from './App'
import { startAnalytics } from './analytics'
import { startErrorReports } from './errors'
import { startLive } from './live'
import { startNative } from './native'
import { followOtherTabs } from './other-tabs'
import { createAppRouter, createQueryClient } from './router'
import { endSessionOn401 } from './session-end'

/**
 * A while after the start: the worker fetches the whole app, which must not compete with the first screen, and the
 * page's own `load` comes before that screen has its data.
 */
const INSTALL_AFTER_MS = 5000

/** What was written without a network, now or in an earlier visit, is sent once there is one. */
function sendUnsentLater(queryClient: QueryClient): void {
  const send = async () => (await import('#/features/tickets/send-unsent')).sendUnsent(queryClient)
  if (readStored(storageKeys.unsentRequests)) whenIdle(() => void send().catch(() => {}))
}

function installLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The notice comes along now: of an older version no file can be had once there is a newer one.
  const install = async () => {
    const [pwa, notice] = await Promise.all([import('#/platform/pwa'), import('./UpdateNotice')])
    await pwa.installApp(notice.showUpdateNotice)
  }
  window.setTimeout(() => void install().catch(() => {}), INSTALL_AFTER_MS)
}

/**
 * Without a network the screens begin with what they showed last; otherwise that is kept once they are there, and nobody
 * waits for it.
 */
export async function startFigures({ queryClient }: AppProps): Promise<void> {
  const start = () => import('./last-figures').then((part) => part.keepFigures(queryClient)).catch(() => {})
  if (navigator.onLine) whenIdle(start)
  else await start()
}

/** Everything that happens once per page load, before the first render. */
export function startApp(): AppProps {
  startTheme()
  keepLaunch()
  guardChunks()
  countOwnEntriesAlone()
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
  return { router, queryClient }
}
