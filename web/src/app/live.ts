import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '#/platform/idle'

/** Shows changes on the server on the open screen. The part that listens loads after the first screen. */
export function startLive(queryClient: QueryClient): void {
  whenIdle(() => void import('./live-service').then((service) => service.connect(queryClient)).catch(() => {}))
}
