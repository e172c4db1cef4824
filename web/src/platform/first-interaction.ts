const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Runs the task at the first interaction, even a scroll. Before that, nobody knows what the visit is for. */
export function onFirstInteraction(task: () => void): () => void {
  const signs = new AbortController()
  const run = () => {
    signs.abort()
    task()
  }
  for (const sign of INTERACTIONS)
    window.addEventListener(sign, run, { signal: signs.signal, passive: true, capture: true })
  return () => signs.abort()
}
