import { useSyncExternalStore } from 'react'

/** Follows a media query. The first render already has the right value. */
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

/** Viewports wider than this, in px, are desktop. All others are mobile. */
export const MOBILE_MAX_WIDTH = 1100

export function useIsDesktop(): boolean {
  return useMedia(`(min-width: ${MOBILE_MAX_WIDTH + 1}px)`)
}
