import { guardChunks } from '#/platform/chunk-guard'
import { waitAtMost } from '#/platform/first-screen'
import { registerServiceWorker } from '#/platform/pwa'
import { startTheme } from '#/platform/theme'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import type { AppProps } from './App'
import { startAnalytics } from './analytics'
import { startLive } from './live'
import { followOtherTabs } from './other-tabs'
import { createAppRouter, createQueryClient } from './router'
import { endSessionOn401 } from './session-end'

/** Everything that happens once per page load, before the first render. */
export function startApp(): AppProps {
  startTheme()
  guardChunks()
  waitAtMost()
  reloadAtWidthBoundary()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  endSessionOn401(queryClient)
  followOtherTabs()
  registerServiceWorker()
  startAnalytics(queryClient)
  startLive(queryClient)
  return { router, queryClient }
}
