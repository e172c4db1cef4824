import { leave } from './leave'
import { saveDrafts } from './viewport-reload'

export const CHUNK_RELOAD_GUARD_MS = 60_000
const KEY = 'chunkReloadAt'

/** The errors of failed imports. */
const missing = new WeakSet<object>()

/**
 * Records every failed import, because a deployment may remove files that an open page still wants.
 * The router has a guard of its own, which recognises such an error by the browser's message and reloads
 * the page. The changed message makes the error reach the nearest error boundary instead.
 * A failed prefetch reaches no boundary, so it never reloads the page.
 */
export function guardChunks(): () => void {
  const handle = (event: Event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (!(payload instanceof Error) || missing.has(payload)) return
    missing.add(payload)
    payload.message = `Part of the app is missing: ${payload.message}`
  }
  window.addEventListener('vite:preloadError', handle)
  return () => window.removeEventListener('vite:preloadError', handle)
}

export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

/** Whether the page may be reloaded for a missing chunk. It never reloads in a loop. */
export function mayReloadForPart(now: number = Date.now()): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0)
    return !last || now - last >= CHUNK_RELOAD_GUARD_MS
  } catch {
    return false
  }
}

/** Reloads the page for a missing chunk, after saving what was typed. */
export function reloadForPart(now: number = Date.now()): void {
  window.sessionStorage.setItem(KEY, String(now))
  saveDrafts()
  leave.reload()
}
