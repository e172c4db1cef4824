import { useSyncExternalStore } from 'react'

/** Follows a media query; the first render already knows the answer. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Widths above this are desktop; this width and below are mobile. */
export const MOBILE_MAX_WIDTH = 1100

export function useIsDesktop(): boolean {
  return useMedia(`(min-width: ${MOBILE_MAX_WIDTH + 1}px)`)
}
