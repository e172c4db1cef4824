import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { whenIdle } from '#/platform/idle'
import { sessionUser } from '#/platform/session'

/**
 * The queue collects from the first moment; the service that empties it is loaded when the page has nothing better to
 * do, and asked again whenever somebody signs in or out: many visits begin without a session.
 */
export function startAnalytics(queryClient: QueryClient): void {
  whenIdle(() => {
    const connect = () => void connectService(queryClient).catch(() => {})
    sessionUser.subscribe(connect)
    connect()
  })
}

async function connectService(queryClient: QueryClient): Promise<void> {
  const { productSlug } = await queryClient.ensureQueryData(configQuery)
  const service = await import('./analytics-service')
  await service.connect(productSlug)
}
