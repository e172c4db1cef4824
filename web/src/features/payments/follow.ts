import { m } from '#/copy'
import { listenForChange } from '#/platform/changes'
import { timing } from '#/platform/timing'
import { listenForPaymentElsewhere } from '#/state/payment-tabs'
import { fail, goesBack, succeed, verdict } from './outcome'
import type { Phase } from './state'
import { currentPayment } from './store'

/** How often the server is asked about a payment that is not finished, beside the live changes. */
export const FOLLOW_EVERY_MS = 5000

/** Phases in which money may arrive without a word to this page. While confirming it is asked every second anyway. */
const unfinished: readonly Phase[] = ['choosing', 'starting', 'waiting', 'failed', 'unknown']

/** Asks about the payment on screen until it is finished: in time, on live changes, and when another tab has paid. */
export function followPayment(): () => void {
  let asking = false
  const ask = async () => {
    const { phase, transaction } = currentPayment()
    if (asking || !transaction || document.hidden || !unfinished.includes(phase)) return
    asking = true
    const known = await verdict(transaction)
    asking = false
    const now = currentPayment()
    if (now.transaction?.rmTransactionId !== transaction.rmTransactionId) return
    if (known === 'paid') succeed()
    else if (known === 'returned') goesBack()
    // At the gateway the person sees a refusal themselves and can try again there.
    else if (known === 'failed' && now.phase === 'unknown') fail(m.payments_failed_text())
  }
  const hear = () => void ask()
  document.addEventListener('visibilitychange', hear)
  const stops = [
    listenForChange(hear),
    listenForPaymentElsewhere(hear),
    timing.repeat(FOLLOW_EVERY_MS, hear),
    () => document.removeEventListener('visibilitychange', hear),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
