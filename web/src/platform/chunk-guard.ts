import { leave } from './leave'

export const CHUNK_RELOAD_GUARD_MS = 60_000
const KEY = 'chunkReloadAt'

/** A deployment may remove files that an open page still wants: reload, but never in a loop. */
export function reloadOnce(now: number = Date.now()): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0)
    if (last && now - last < CHUNK_RELOAD_GUARD_MS) return false
    window.sessionStorage.setItem(KEY, String(now))
  } catch {
    return false
  }
  leave.reload()
  return true
}

/**
 * Handles every failed lazy import. The router has a guard of its own, which knows such an error by the browser's words
 * and reloads once more: an error that has had its reload gets other words, so that it ends in the nearest boundary.
 */
export function guardChunks(): () => void {
  const handle = (event: Event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (reloadOnce()) event.preventDefault()
    else if (payload instanceof Error) payload.message = `Part of the app is missing: ${payload.message}`
  }
  window.addEventListener('vite:preloadError', handle)
  return () => window.removeEventListener('vite:preloadError', handle)
}
