import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { whenIdle } from '#/platform/idle'
import { chosenConsent } from '#/state/analytics-consent'
import { sessionUser } from '#/state/session'

/**
 * The queue collects from the first moment; the service that empties it is loaded when the page has nothing better to
 * do, and asked again whenever somebody signs in or out, or chooses about consent: many visits begin without a
 * session. Gives the way to stop.
 */
export function startAnalytics(queryClient: QueryClient): () => void {
  let subscribed: (() => void)[] = []
  const cancel = whenIdle(() => {
    const connect = () => void connectService(queryClient).catch(() => {})
    subscribed = [sessionUser.subscribe(connect), chosenConsent.subscribe(connect)]
    connect()
  })
  return () => {
    cancel()
    for (const unsubscribe of subscribed) unsubscribe()
  }
}

async function connectService(queryClient: QueryClient): Promise<void> {
  const config = await queryClient.ensureQueryData(configQuery)
  const service = await import('./analytics-service')
  await service.connect(config)
}
