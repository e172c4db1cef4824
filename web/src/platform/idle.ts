import { afterFirstScreen } from './first-screen'

const LATEST_MS = 5000

/**
 * Runs once the first screen is shown and the browser is idle, or after a few seconds; Safari has no idle callback.
 * Gives the way to have it not run after all.
 */
export function whenIdle(task: () => void): () => void {
  let wanted = true
  void afterFirstScreen(async () => idle(() => wanted && task()))
  return () => {
    wanted = false
  }
}

function idle(task: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(task, { timeout: LATEST_MS })
  else window.setTimeout(task, LATEST_MS)
}
