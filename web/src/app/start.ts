import { guardChunks } from '#/platform/chunk-guard'
import { waitAtMost } from '#/platform/first-screen'
import { countOwnEntriesAlone } from '#/platform/own-entries'
import { startTheme } from '#/platform/theme'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import type { AppProps } from './App'
import { startAnalytics } from './analytics'
import { startLive } from './live'
import { followOtherTabs } from './other-tabs'
import { createAppRouter, createQueryClient } from './router'
import { endSessionOn401 } from './session-end'

/**
 * A while after the start: the worker fetches the whole app, which must not compete with the first screen, and the
 * page's own `load` comes before that screen has its data.
 */
const INSTALL_AFTER_MS = 5000

function installLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => import('#/platform/pwa').then((pwa) => pwa.installApp())
  window.setTimeout(() => void install().catch(() => {}), INSTALL_AFTER_MS)
}

/** Everything that happens once per page load, before the first render. */
export function startApp(): AppProps {
  startTheme()
  guardChunks()
  countOwnEntriesAlone()
  waitAtMost()
  reloadAtWidthBoundary()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  endSessionOn401(queryClient, router)
  followOtherTabs()
  installLater()
  startAnalytics(queryClient)
  startLive(queryClient)
  return { router, queryClient }
}
