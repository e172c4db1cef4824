import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many layers above the page a history entry stands for. See platform/back. */
    layers?: number
  }
}

export function layerDepth({ location }: RouterHistory): number {
  return location.state.layers ?? 0
}
