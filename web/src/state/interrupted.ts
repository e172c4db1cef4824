const KEY = 'interrupted'
const DRAFT = 'draft:'

/** What was kept for a page load that nobody asked for is no use to who comes by later. A sign-in may lie between. */
export const KEPT_MS = 15 * 60_000

/** The name under which a draft of a customer is kept. */
export const draftKey = (name: string, customer: number | undefined) => `${DRAFT}${name}:${customer}`

interface Interrupted {
  customerId: number
  /** Path and query. */
  place: string
  /** Milliseconds since the epoch. */
  at: number
}

/** The session of this person has ended in the middle of something here. */
export function rememberPlace(customerId: number, place: string): void {
  try {
    const interrupted: Interrupted = { customerId, place, at: Date.now() }
    window.sessionStorage.setItem(KEY, JSON.stringify(interrupted))
  } catch {
    // The sign-in then leads home.
  }
}

function read(): Interrupted | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Interrupted | null
    return kept && Date.now() - kept.at < KEPT_MS ? kept : undefined
  } catch {
    return undefined
  }
}

export function isInterrupted(): boolean {
  return read() !== undefined
}

/**
 * Where the person who has signed in now goes on, once. Another person goes on nowhere, and finds nothing that the former
 * one has typed.
 */
export function takePlace(customerId: number): string | undefined {
  const kept = read()
  try {
    const storage = window.sessionStorage
    storage.removeItem(KEY)
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT) && !key.endsWith(`:${customerId}`)) storage.removeItem(key)
    }
  } catch {
    // Nothing was stored.
  }
  return kept?.customerId === customerId ? kept.place : undefined
}
