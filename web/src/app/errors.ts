import type { QueryClient } from '@tanstack/react-query'
import { reportError, whenReported } from '#/platform/reporter'
import type { AppRouter } from './router'

/**
 * Reports uncaught errors too. The service that sends reports loads with the first report, because most
 * visits have none. If it cannot load without a network, the next report tries again.
 */
export function startErrorReports(router: AppRouter, queryClient: QueryClient): void {
  // Browsers give no `error` for scripts of other sites, nor for what is no error (a busy ResizeObserver).
  window.addEventListener('error', ({ error }) => error && reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  whenReported(
    () => void import('./error-service').then((service) => service.connect(router, queryClient)).catch(() => {}),
  )
}
