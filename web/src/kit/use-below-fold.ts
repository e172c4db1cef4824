import { useDeferredValue } from 'react'
import { isFirstScreenShown } from '#/platform/first-screen'
import { isOpenedByLink } from '#/platform/navigation-type'

/**
 * Whether to render what lies below the first screen. It is false only in the first render after a page load, so
 * that a slow phone shows sooner what is due. Reload and Back restore a scroll position and need the whole page.
 */
export function useBelowFold(): boolean {
  return useDeferredValue(true, isFirstScreenShown() || !isOpenedByLink())
}
