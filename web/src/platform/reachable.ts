/** The smallest thing that the server has; no worker keeps it. */
const PROBE = '/app-config.json'
const PROBE_TIMEOUT_MS = 5000
export const PROBE_EVERY_MS = 5000

/** Whether the server answers: a device may believe in a network that leads nowhere. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine && serverAnswers()
}

/** The same where the browser says that it has no network, and may be wrong. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}

/** Does something once the server answers: asked when the browser says so, and now and then. Returns the undo. */
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
