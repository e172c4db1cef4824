import { getLocale } from './paraglide/runtime.js'

/** The address of a page outside the app, which follows the browser's language unless it is told the screen's. */
export function pageHref(path: string): string {
  const spoken = navigator.language.slice(0, 2)
  return spoken === getLocale() ? path : `${path}?lang=${getLocale()}`
}
