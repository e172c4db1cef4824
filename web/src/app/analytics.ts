import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { whenIdle } from '#/platform/idle'

/** The queue collects from the first moment; the service that empties it is loaded when the page has nothing better to do. */
export function startAnalytics(queryClient: QueryClient): void {
  whenIdle(() => void connectService(queryClient).catch(() => {}))
}

async function connectService(queryClient: QueryClient): Promise<void> {
  const { productSlug } = await queryClient.ensureQueryData(configQuery)
  const service = await import('./analytics-service')
  await service.connect(productSlug)
}
