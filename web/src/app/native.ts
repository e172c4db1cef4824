import type { QueryClient } from '@tanstack/react-query'
import { hasNativeApp } from '#/platform/native-bridge'
import { reportError } from '#/platform/reporter'
import type { AppRouter } from './router'

/** Listens to the iOS app around the page, if there is one. Nobody else loads the file for it. */
export function startNative(router: AppRouter, queryClient: QueryClient): void {
  if (!hasNativeApp()) return
  import('./native-service')
    .then(({ listen }) => listen(router, queryClient))
    .catch((error) => reportError(error, { place: 'native bridge' }))
}
