/** The first screen comes first; whatever hangs or fails before it, the rest of the page does not wait longer. */
const LATEST_MS = 5000

let resolveShown = () => {}
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve
})

/** The page shows what it is about: once that is painted, the parts that wait for it may come. */
export function firstScreenShown(): void {
  window.requestAnimationFrame(() => window.setTimeout(resolveShown))
}

/** Call once per page load. */
export function waitAtMost(ms: number = LATEST_MS): void {
  window.setTimeout(resolveShown, ms)
}

/** Loads a part that nobody looks at first. */
export async function afterFirstScreen<T>(load: () => Promise<T>): Promise<T> {
  await shown
  return load()
}
