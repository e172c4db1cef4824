const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Runs once the person does something on the page, be it a scroll: before that nothing tells what they came for. */
export function atFirstSign(task: () => void): () => void {
  const signs = new AbortController()
  const run = () => {
    signs.abort()
    task()
  }
  for (const sign of SIGNS) window.addEventListener(sign, run, { signal: signs.signal, passive: true, capture: true })
  return () => signs.abort()
}
