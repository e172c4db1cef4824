import { afterFirstScreen } from './first-screen'

const LATEST_MS = 5000

/** Runs once the first screen is shown and the browser is idle, or after a few seconds; Safari has no idle callback. */
export function whenIdle(task: () => void): void {
  void afterFirstScreen(async () => idle(task))
}

function idle(task: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(task, { timeout: LATEST_MS })
  else window.setTimeout(task, LATEST_MS)
}
