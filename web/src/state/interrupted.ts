const KEY = 'interrupted'
const DRAFT = 'draft:'

/**
 * How long state outlives a page load that the customer did not ask for, in milliseconds.
 * A sign-in may happen in between. Older state is of no use.
 */
export const RESTORE_WITHIN_MS = 15 * 60_000

/** The storage key of a customer's draft. */
export const draftKey = (name: string, customer: number | undefined) => `${DRAFT}${name}:${customer}`

interface Interrupted {
  customerId: number
  /** Path and query. */
  place: string
  /** Milliseconds since the epoch. */
  at: number
}

/** Remembers where this customer was when their session ended. */
export function rememberPlace(customerId: number, place: string): void {
  try {
    const interrupted: Interrupted = { customerId, place, at: Date.now() }
    window.sessionStorage.setItem(KEY, JSON.stringify(interrupted))
  } catch {
    // Without storage, the sign-in leads home.
  }
}

function read(): Interrupted | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Interrupted | null
    return kept && Date.now() - kept.at < RESTORE_WITHIN_MS ? kept : undefined
  } catch {
    return undefined
  }
}

export function isInterrupted(): boolean {
  return read() !== undefined
}

/**
 * Where the customer who has just signed in continues. It is returned once.
 * Another customer continues nowhere, and the drafts of the former customer are deleted.
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
