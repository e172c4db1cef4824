import { afterFirstScreen } from './first-screen'

const LATEST_MS = 5000

/**
 * Runs the task once the first screen is shown and the browser is idle, or after LATEST_MS.
 * Safari has no idle callback. Returns the function that cancels the task.
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
