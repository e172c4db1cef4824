import { getLocale } from './paraglide/runtime.js'

/**
 * The address of a page outside the app, with its query, which follows the browser's language unless it is told the
 * screen's.
 */
export function pageHref(path: `/${string}`): string {
  const spoken = navigator.language.slice(0, 2)
  if (spoken === getLocale()) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${getLocale()}`
}
