/** Listeners that must hear of a live change at once, and not with the next data. */
const listeners = new Set<() => void>()

export function announceChange(): void {
  for (const hear of listeners) hear()
}

/** Listens for changes of the customer's data on the server. Returns the undo function. */
export function listenForChange(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}
