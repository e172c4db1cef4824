/** What the live stream says, for those who need to hear of it at once and not with the next figures. */
const listeners = new Set<() => void>()

export function announceChange(): void {
  for (const hear of listeners) hear()
}

/** Hears that the customer's data has changed on the server; returns the undo. */
export function listenForChange(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}
