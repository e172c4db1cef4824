/** If the first screen hangs or fails, the rest of the page waits at most this long, in milliseconds. */
const LATEST_MS = 5000

let isShown = false
let resolveShown = () => {}
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve
})

/** The page shows its main content. Once that is painted, the parts that wait for it may load. */
export function firstScreenShown(): void {
  isShown = true
  window.requestAnimationFrame(() => window.setTimeout(resolveShown))
}

export const isFirstScreenShown = () => isShown

/** Limits the wait for the first screen. Call this once per page load. */
export function waitAtMost(ms: number = LATEST_MS): void {
  window.setTimeout(resolveShown, ms)
}

/** Loads a part that the first screen does not need. */
export async function afterFirstScreen<T>(load: () => Promise<T>): Promise<T> {
  await shown
  return load()
}
