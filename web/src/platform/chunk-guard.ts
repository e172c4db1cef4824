import { leave } from './leave'
import { saveDrafts } from './viewport-reload'

export const CHUNK_RELOAD_GUARD_MS = 60_000
const KEY = 'chunkReloadAt'

/** The errors of imports that have failed. */
const missing = new WeakSet<object>()

/**
 * Knows every failed import, because a deployment may remove files that an open page still wants. The router has a guard
 * of its own, which knows such an error by the browser's words and reloads: it gets other words, so that it ends in the
 * nearest boundary. What was only fetched ahead ends in no boundary, so it never reloads the page.
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

/** May the page be reloaded for a missing part? Never in a loop. */
export function mayReloadForPart(now: number = Date.now()): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0)
    return !last || now - last >= CHUNK_RELOAD_GUARD_MS
  } catch {
    return false
  }
}

/** Reloads for a part that is missing; what was typed is kept. */
export function reloadForPart(now: number = Date.now()): void {
  window.sessionStorage.setItem(KEY, String(now))
  saveDrafts()
  leave.reload()
}
