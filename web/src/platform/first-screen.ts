/** The first screen comes first; whatever hangs or fails before it, the rest of the page does not wait longer. */
const LATEST_MS = 5000

let tell = () => {}
const shown = new Promise<void>((resolve) => {
  tell = resolve
})

/** The page shows what it is about: once that is painted, the parts that wait for it may come. */
export function firstScreenShown(): void {
  window.requestAnimationFrame(() => window.setTimeout(tell))
}

/** Call once per page load. */
export function waitAtMost(ms: number = LATEST_MS): void {
  window.setTimeout(tell, ms)
}

/** Loads a part that nobody looks at first. */
export async function afterFirstScreen<T>(load: () => Promise<T>): Promise<T> {
  await shown
  return load()
}
