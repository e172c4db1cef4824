import { m } from '#/copy'
import { listenForChange } from '#/platform/changes'
import { timing } from '#/platform/timing'
import { OPEN_PAYMENT_MS } from '#/state/open-payment-status'
import { listenForPaymentElsewhere } from '#/state/payment-tabs'
import { type BackgroundPayment, backgroundPayments, removeBackgroundPayment } from './background-payments'
import { fail, markReturned, reportBackgroundOutcome, succeed, verdict } from './outcome'
import type { Phase } from './state'
import { currentPayment } from './store'

/** Milliseconds between two checks of an unfinished payment. Live changes trigger checks as well. */
export const FOLLOW_EVERY_MS = 5000

/** Milliseconds between two checks of a background payment. Checks are rarer because nobody looks at it. */
const FOLLOW_BACKGROUND_EVERY_MS = 30_000

/** Phases in which money may arrive without a message to this page. `confirming` has its own polling. */
const unfinished: readonly Phase[] = ['choosing', 'starting', 'waiting', 'failed', 'unknown']

/** Checks the payment on screen until it is finished. See `onEveryChange` for what triggers a check. */
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
    else if (known === 'returned') markReturned()
    // While the customer is still at the gateway, they see a refusal there and can try again there.
    else if (known === 'failed' && now.phase === 'unknown') fail(m.payments_failed_text())
  }
  return onEveryChange(FOLLOW_EVERY_MS, refresh)
}

/**
 * Checks payments that were closed unfinished, for as long as their pay pages are open.
 * Calls `onOutcome` when one of them has ended.
 */
export function followBackgroundPayments(onOutcome: () => void): () => void {
  let asking = false
  return onEveryChange(FOLLOW_BACKGROUND_EVERY_MS, async () => {
    if (asking || document.hidden) return
    asking = true
    for (const payment of backgroundPayments.get()) if (await hasEnded(payment)) onOutcome()
    asking = false
  })
}

async function hasEnded(payment: BackgroundPayment): Promise<boolean> {
  const { transaction, retryBlocked, closedAt } = payment
  const { rmTransactionId } = transaction
  // If the customer started this payment again, `followPayment` checks it.
  const isOnScreen = () => currentPayment().transaction?.rmTransactionId === rmTransactionId
  if (isOnScreen()) return false
  if (Date.now() - closedAt >= OPEN_PAYMENT_MS) {
    removeBackgroundPayment(rmTransactionId)
    return false
  }
  const known = await verdict(transaction)
  const isOutcome = known === 'paid' || known === 'returned' || (known === 'failed' && retryBlocked)
  if (!isOutcome || isOnScreen() || !backgroundPayments.get().includes(payment)) return false
  reportBackgroundOutcome(payment, known)
  return true
}

/** Runs `act` on a timer, on live changes, after a payment in another tab, and when the page is seen again. */
function onEveryChange(everyMs: number, act: () => Promise<void>): () => void {
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
