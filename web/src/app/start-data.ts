import type { Opened } from './page-data'

/**
 * The loader of a page: what it shows first is asked for while its code is still on the way, and already when somebody
 * reaches for its link. Nothing waits for it: the page itself says how the answer stands.
 */
export const startData = (opened: object) =>
  void import('./page-data').then(({ start }) => start(opened as Opened)).catch(() => {})
