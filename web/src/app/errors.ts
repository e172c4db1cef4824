import type { QueryClient } from '@tanstack/react-query'
import { reportError, whenReported } from '#/platform/reporter'
import type { AppRouter } from './router'

/**
 * What nobody has caught is reported too. Who sends reports is loaded with the first of them, because most visits have
 * none; without a network it is tried with the next one.
 */
export function startErrorReports(router: AppRouter, queryClient: QueryClient): void {
  // Of other sites' scripts the browser tells no error, and of what is none (a busy ResizeObserver) neither.
  window.addEventListener('error', ({ error }) => error && reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  whenReported(
    () => void import('./error-service').then((service) => service.connect(router, queryClient)).catch(() => {}),
  )
}
