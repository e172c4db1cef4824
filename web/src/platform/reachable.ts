/** The smallest file of the server. No service worker caches it. */
const PROBE = '/app-config.json'
const PROBE_TIMEOUT_MS = 5000
export const PROBE_EVERY_MS = 5000

/** Whether the server answers. A device may report a network that leads nowhere. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine && serverAnswers()
}

/** Whether the server answers, even if the browser reports that it is offline. The browser may be wrong. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}

/** Runs `go` once the server answers: checks on the `online` event and at intervals. Returns the undo. */
export function whenReachable(go: () => void): () => void {
  let over = false
  const stop = () => {
    over = true
    window.clearInterval(timer)
    window.removeEventListener('online', look)
  }
  const look = async () => {
    if (over || !(await isReachable()) || over) return
    stop()
    go()
  }
  const timer = window.setInterval(look, PROBE_EVERY_MS)
  window.addEventListener('online', look)
  return stop
}
