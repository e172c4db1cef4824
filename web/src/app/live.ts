import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '#/platform/idle'

/** What changes on the server shows up on the open screen; the part that listens comes after the first screen. */
export function startLive(queryClient: QueryClient): void {
  whenIdle(() => void import('./live-service').then((service) => service.connect(queryClient)).catch(() => {}))
}
