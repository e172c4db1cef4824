import type { Verdict } from './model'

/**
 * The order status is requested once, and then up to POLLS_BEYOND_FIRST more times,
 * POLL_EVERY_MS milliseconds apart.
 */
export const POLL_EVERY_MS = 1000
export const POLLS_BEYOND_FIRST = 300

/**
 * After the gateway has reported success, our books take a few seconds to hear of it.
 * After this many more polls the customer may check again.
 */
export const CONFIRM_POLLS_BEYOND_FIRST = 20

/** How often the app checks whether an open payment window was closed, in milliseconds. */
export const WINDOW_POLL_MS = 500

export interface Polling {
  /** Asks once. A failed request counts as "not known yet". */
  fetchVerdict(): Promise<Verdict>
  /** Returns false once nobody waits for the answer any more. */
  wanted(): boolean
  wait(ms: number): Promise<void>
  beyondFirst: number
}

/** Polls until the outcome is known, nobody waits any more, or the attempts are used up. */
export async function pollVerdict({ fetchVerdict, wanted, wait, beyondFirst }: Polling): Promise<Verdict> {
  for (let attempt = 0; ; attempt += 1) {
    const verdict = await fetchVerdict().catch((): Verdict => 'pending')
    if (verdict !== 'pending' || attempt >= beyondFirst || !wanted()) return verdict
    await wait(POLL_EVERY_MS)
    if (!wanted()) return 'pending'
  }
}
