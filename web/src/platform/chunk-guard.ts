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

/** Handles every failed lazy import, so that no second guard of a library reloads on its own account. */
export function guardChunks(): () => void {
  const handle = (event: Event) => {
    if (reloadOnce()) event.preventDefault()
  }
  window.addEventListener('vite:preloadError', handle)
  return () => window.removeEventListener('vite:preloadError', handle)
}
