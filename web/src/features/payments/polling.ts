import type { Verdict } from './model'

/** The order status is asked once, and then up to this many times more, a second apart. */
export const POLL_EVERY_MS = 1000
export const POLLS_BEYOND_FIRST = 300

/** After the gateway has reported, its word takes seconds to reach our books; then the person may ask again. */
export const CONFIRM_POLLS_BEYOND_FIRST = 20

/** How often an open payment window is asked whether it has been closed. */
export const WINDOW_POLL_MS = 500

export interface Polling {
  /** Asks once; a lost connection counts as "not known yet". */
  fetchVerdict(): Promise<Verdict>
  /** False once nobody waits for the answer any more. */
  wanted(): boolean
  wait(ms: number): Promise<void>
  beyondFirst: number
}

/** Asks until the outcome is known, nobody wants to know, or the attempts are used up. */
export async function pollVerdict({ fetchVerdict, wanted, wait, beyondFirst }: Polling): Promise<Verdict> {
  for (let attempt = 0; ; attempt += 1) {
    const verdict = await fetchVerdict().catch((): Verdict => 'pending')
    if (verdict !== 'pending' || attempt >= beyondFirst || !wanted()) return verdict
    await wait(POLL_EVERY_MS)
    if (!wanted()) return 'pending'
  }
}
