import { newId } from '#/shared/new-id'

/** One key per intent: a repeated click, a retry and a reload all send the same key, so the server acts once. */
const PREFIX = 'intent:'

/** The key of an intent such as `pay:due:1289`, kept for the browser tab until the intent is settled. */
export function intentKey(intent: string): string {
  try {
    const known = window.sessionStorage.getItem(PREFIX + intent)
    if (known) return known
    const key = newId()
    window.sessionStorage.setItem(PREFIX + intent, key)
    return key
  } catch {
    return newId()
  }
}

/** Forgets the key once the outcome is final, so that the next intent of the same name is a new one. */
export function settleIntent(intent: string): void {
  try {
    window.sessionStorage.removeItem(PREFIX + intent)
  } catch {
    // Nothing was stored.
  }
}

/** The header of a mutating call; give it to the client as `headers`. */
export function idempotent(intent: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': intentKey(intent) }
}
