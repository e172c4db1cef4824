import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { whenIdle } from '#/platform/idle'
import { chosenConsent } from '#/state/analytics-consent'
import { sessionUser } from '#/state/session'

/**
 * The queue collects events from the first moment. The service that empties it loads when the page is idle.
 * The service connects again whenever somebody signs in or out or changes their consent, because many visits
 * begin without a session. Returns the function that stops all this.
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
