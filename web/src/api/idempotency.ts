import { newId } from '#/shared/new-id'
import { NotAvailableError, RejectedError } from './errors'

/**
 * One idempotency key per intent: a repeated press, a retry and a reload all send the same key, so the
 * server acts once.
 *
 * The key is made when the customer starts an action. An answer ends the intent, whether success or refusal.
 * Without an answer (a lost connection, a timeout, a server failure) nobody knows whether the action
 * was done. The key is then kept for the tab, so that the next try counts as the same one.
 * The end of a session says nothing about the try before it either, so the key is kept then too.
 *
 * The server repeats its first response for a day.
 * People retry soon, so after KEPT_MS the same input is a new intent. A request that was taken back in the
 * meantime is raised again instead of being answered with the old response.
 */
export type IntentHeaders = { 'Idempotency-Key': string }

interface Intent {
  /** The exact input as JSON. A different input starts a new intent. */
  of: string
  key: string
  /** When the key was last sent, in milliseconds since the epoch. */
  at: number
}

/** How long a retry without an answer counts as the same intent, in milliseconds. */
const KEPT_MS = 15 * 60_000

const PREFIX = 'intent:'

/** If the browser cannot store anything, the keys live as long as the page. */
const unstored = new Map<string, string>()

/**
 * Sends a call that changes something, with the idempotency key of its intent.
 * `intent` names the action ('refund-preference'). `of` is all that identifies it (customer, ids, amounts).
 * One intent of each name is open at a time. Throws what the call throws.
 */
export async function once<T>(intent: string, of: unknown, call: (headers: IntentHeaders) => Promise<T>): Promise<T> {
  const { key } = open(intent, JSON.stringify(of))
  try {
    const answer = await call({ 'Idempotency-Key': key })
    complete(intent, key)
    return answer
  } catch (error) {
    if (error instanceof RejectedError || error instanceof NotAvailableError) complete(intent, key)
    throw error
  }
}

function open(name: string, of: string): Intent {
  const known = read(name)
  const at = Date.now()
  const same = known?.of === of && at - known.at < KEPT_MS
  const intent = { of, key: same ? known.key : newId(), at }
  const text = JSON.stringify(intent)
  try {
    window.sessionStorage.setItem(PREFIX + name, text)
  } catch {
    unstored.set(name, text)
  }
  return intent
}

/** Ends this intent only. Another intent with the same name may have started in the meantime. */
function complete(name: string, key: string): void {
  if (read(name)?.key !== key) return
  unstored.delete(name)
  try {
    window.sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was stored.
  }
}

function read(name: string): Intent | undefined {
  try {
    return JSON.parse(window.sessionStorage.getItem(PREFIX + name) ?? unstored.get(name) ?? 'null') ?? undefined
  } catch {
    return JSON.parse(unstored.get(name) ?? 'null') ?? undefined
  }
}
