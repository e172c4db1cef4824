import type { QueryClient } from '@tanstack/react-query'
import { hasNativeApp } from '#/platform/native-bridge'
import { reportError } from '#/platform/reporter'
import type { AppRouter } from './router'

/** Hears the iOS app around the page, where there is one: nobody else loads the file for it. */
export function startNative(router: AppRouter, queryClient: QueryClient): void {
  if (!hasNativeApp()) return
  import('./native-service')
    .then(({ listen }) => listen(router, queryClient))
    .catch((error) => reportError(error, { place: 'native bridge' }))
}
