import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { whenIdle } from '#/platform/idle'
import { sessionUser } from '#/state/session'

/**
 * The queue collects from the first moment; the service that empties it is loaded when the page has nothing better to
 * do, and asked again whenever somebody signs in or out: many visits begin without a session. Gives the way to stop.
 */
export function startAnalytics(queryClient: QueryClient): () => void {
  let unsubscribe = () => {}
  const cancel = whenIdle(() => {
    const connect = () => void connectService(queryClient).catch(() => {})
    unsubscribe = sessionUser.subscribe(connect)
    connect()
  })
  return () => {
    cancel()
    unsubscribe()
  }
}

async function connectService(queryClient: QueryClient): Promise<void> {
  const { productSlug } = await queryClient.ensureQueryData(configQuery)
  const service = await import('./analytics-service')
  await service.connect(productSlug)
}
