import { m } from '#/copy'
import { listenForChange } from '#/platform/changes'
import { timing } from '#/platform/timing'
import { OPEN_PAYMENT_MS } from '#/state/payment-mark'
import { listenForPaymentElsewhere } from '#/state/payment-tabs'
import { type ClosedPayment, closedPayments, dropClosed } from './closed'
import { fail, goesBack, reportClosed, succeed, verdict } from './outcome'
import type { Phase } from './state'
import { currentPayment } from './store'

/** Milliseconds between two checks of an unfinished payment. Live changes trigger checks as well. */
export const FOLLOW_EVERY_MS = 5000

/** Milliseconds between two checks of a closed payment. Checks are rarer because nobody looks at it. */
const FOLLOW_CLOSED_EVERY_MS = 30_000

/** Phases in which money may arrive without a message to this page. `confirming` has its own polling. */
const unfinished: readonly Phase[] = ['choosing', 'starting', 'waiting', 'failed', 'unknown']

/** Checks the payment on screen until it is finished. See `whenever` for what triggers a check. */
export function followPayment(): () => void {
  let asking = false
  const refresh = async () => {
    const { phase, transaction } = currentPayment()
    if (asking || !transaction || document.hidden || !unfinished.includes(phase)) return
    asking = true
    const known = await verdict(transaction)
    asking = false
    const now = currentPayment()
    if (now.transaction?.rmTransactionId !== transaction.rmTransactionId) return
    if (known === 'paid') succeed()
    else if (known === 'returned') goesBack()
    // While the customer is still at the gateway, they see a refusal there and can try again there.
    else if (known === 'failed' && now.phase === 'unknown') fail(m.payments_failed_text())
  }
  return whenever(FOLLOW_EVERY_MS, refresh)
}

/**
 * Checks payments that were closed unfinished, for as long as their pay pages are open.
 * Calls `onOutcome` when one of them has ended.
 */
export function followClosed(onOutcome: () => void): () => void {
  let asking = false
  return whenever(FOLLOW_CLOSED_EVERY_MS, async () => {
    if (asking || document.hidden) return
    asking = true
    for (const closed of closedPayments.get()) if (await hasEnded(closed)) onOutcome()
    asking = false
  })
}

async function hasEnded(closed: ClosedPayment): Promise<boolean> {
  const { transaction, doubtful, closedAt } = closed
  const { rmTransactionId } = transaction
  // If the customer started this payment again, `followPayment` checks it.
  const isOnScreen = () => currentPayment().transaction?.rmTransactionId === rmTransactionId
  if (isOnScreen()) return false
  if (Date.now() - closedAt >= OPEN_PAYMENT_MS) {
    dropClosed(rmTransactionId)
    return false
  }
  const known = await verdict(transaction)
  const isOutcome = known === 'paid' || known === 'returned' || (known === 'failed' && doubtful)
  if (!isOutcome || isOnScreen() || !closedPayments.get().includes(closed)) return false
  reportClosed(closed, known)
  return true
}

/** Runs `act` on a timer, on live changes, after a payment in another tab, and when the page is seen again. */
function whenever(everyMs: number, act: () => Promise<void>): () => void {
  const hear = () => void act()
  document.addEventListener('visibilitychange', hear)
  const stops = [
    listenForChange(hear),
    listenForPaymentElsewhere(hear),
    timing.repeat(everyMs, hear),
    () => document.removeEventListener('visibilitychange', hear),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
