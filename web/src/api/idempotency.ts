import { newId } from '#/shared/new-id'
import { NotAvailableError, RejectedError } from './errors'

/**
 * One key per intent: a repeated press, a retry and a reload all send the same key, so the server acts once.
 *
 * The key is made when somebody means to do something. An answer ends it, be it good news or a refusal. After
 * silence (a lost connection, a timeout, trouble at the server) nobody knows whether it was done: then it is kept,
 * for the tab, so that the next try is the same one. An ended session says nothing about the try before it either.
 *
 * The server repeats its first answer for a day. A try is soon made again, so after KEPT_MS the same words mean
 * something new: a request that was taken back meanwhile is raised, and not answered with the old one.
 */
export type IntentHeaders = { 'Idempotency-Key': string }

interface Intent {
  /** What exactly is meant, as JSON; meaning something else begins anew. */
  of: string
  key: string
  /** When it was last sent, in milliseconds since the epoch. */
  at: number
}

/** For how long after silence a try is the same one. */
const KEPT_MS = 15 * 60_000

const PREFIX = 'intent:'

/** Where the browser stores nothing, the keys live as long as the page. */
const unstored = new Map<string, string>()

/**
 * Sends a call that changes something under the key of its intent. `intent` names what is asked for ('refund-preference'),
 * `of` all that makes it this one (customer, ids, amounts); one intent of a name is open at a time. Throws what the call
 * throws.
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

/** Only its own: meanwhile something else may have been meant. */
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
