import { NotAvailableError, RejectedError } from '#/api/errors'
import { m } from '#/copy'
import { track } from '#/platform/analytics'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import type { OpenPayment } from '#/state/open-payment'
import { forgetOpenPayment, forgetPaymentOnScreen, storeOpenPayment } from '#/state/store-open-payment'
import {
  addBackgroundPayment,
  type BackgroundPayment,
  isInBackground,
  removeBackgroundPayment,
} from './background-payments'
import * as calls from './calls'
import { dispatch } from './dispatch'
import { chargedAmount, type Transaction } from './model'
import type { PaymentContext } from './payment-context'
import type { PaymentMessage } from './payment-window'
import { CONFIRM_POLLS_BEYOND_FIRST, pollVerdict } from './polling'
import { mayRetry, type Payment, type UnknownReason } from './state'
import { currentPayment } from './store'

/** How long the outcome of a closed payment stays on screen, in milliseconds. */
const BACKGROUND_OUTCOME_TOAST_MS = 10_000

export function trackPayment(
  name: 'payment attempted' | 'payment completed',
  autoDebit: boolean,
  { request, transaction }: Pick<Payment, 'request' | 'transaction'> = currentPayment(),
): void {
  const properties = { mode: autoDebit ? 'auto_debit' : 'manual', paymentType: request.type }
  track(name, transaction ? { ...properties, amount: chargedAmount(transaction) } : properties)
}

export function transactionFromId(rmTransactionId: number): Transaction {
  const nothing = {
    isAutoDebit: false,
    isOnlyRazorpay: false,
    walletPaid: false,
    walletAmount: 0,
    totalAmount: 0,
    pgOptions: { amount: 0 },
  }
  return { ...nothing, rmTransactionId, uniqueId: '' }
}

/** Stores the payment for a reload: the sheet where the customer chooses, or what was opened at a gateway. */
export function saveOpenPayment(
  customerId: number,
  stage: OpenPayment['stage'],
  unknownReason?: OpenPayment['unknownReason'],
): void {
  const { request, autoDebit, transaction } = currentPayment()
  const kept = {
    customerId,
    type: request.type,
    months: request.months,
    autoDebit,
    startedAt: Date.now(),
    unknownReason,
  }
  const known = transaction && {
    rmTransactionId: transaction.rmTransactionId,
    uniqueId: transaction.uniqueId,
    amountPaise: transaction.pgOptions.amount,
  }
  if (stage === 'sheet') storeOpenPayment({ stage, ...kept, transaction: known })
  else if (known) storeOpenPayment({ stage, ...kept, transaction: known })
}

/** Forgets the payment on screen. An earlier payment whose outcome is not known yet stays stored. */
function forgetOnScreen(): void {
  forgetPaymentOnScreen(currentPayment().transaction?.rmTransactionId)
}

/** Rebuilds the transaction from what was stored before a reload. */
export function storedTransaction({ transaction }: OpenPayment): Transaction | undefined {
  if (!transaction) return undefined
  const { rmTransactionId, uniqueId, amountPaise } = transaction
  return { ...transactionFromId(rmTransactionId), uniqueId, pgOptions: { amount: amountPaise } }
}

export function fail(message: string, final = false): void {
  if (!dispatch({ type: 'refused', message, final })) return
  forgetOnScreen()
  toast.error(message)
}

/** Money arrived when nothing was due for it any more, so it is refunded. A retry would end the same way. */
export function markReturned(): void {
  if (dispatch({ type: 'returned' })) forgetOnScreen()
}

/** Reports that the payment could not start. Nothing was opened yet, so no money can have moved. */
export function failToStart(error: unknown, message: string): void {
  reportError(error, { place: 'payment start' })
  fail(message, error instanceof NotAvailableError)
}

/**
 * The server refuses to charge again while an earlier attempt is undecided.
 * The app then asks about that attempt instead. Returns false for any other error.
 */
export function showEarlierPayment(error: unknown): boolean {
  if (!(error instanceof RejectedError)) return false
  const { rmTransactionId, underWaySeconds } = error.extra
  if (typeof rmTransactionId !== 'number') return false
  // An attempt of the transaction on screen has the same amount, so keep that transaction with its details.
  if (currentPayment().transaction?.rmTransactionId !== rmTransactionId) {
    dispatch({ type: 'created', transaction: transactionFromId(rmTransactionId) })
  }
  const since = typeof underWaySeconds === 'number' ? Date.now() - underWaySeconds * 1000 : undefined
  return dispatch({ type: 'outcomeUnknown', unknownReason: 'earlier', since })
}

export function succeed(): void {
  if (!dispatch({ type: 'paid' })) return
  forgetOnScreen()
  const { autoDebit, transaction } = currentPayment()
  if (transaction) removeBackgroundPayment(transaction.rmTransactionId)
  trackPayment('payment completed', autoDebit)
}

export function isAwaited({ rmTransactionId }: Transaction): boolean {
  const { phase, transaction } = currentPayment()
  return (phase === 'waiting' || phase === 'confirming') && transaction?.rmTransactionId === rmTransactionId
}

export function verdict({ rmTransactionId }: Transaction) {
  return calls.fetchVerdict(rmTransactionId).catch(() => 'pending' as const)
}

/**
 * Polls until the outcome of the payment is known, and shows it. Returns 'pending' or 'unpaid' if the payment
 * is still open, and undefined if it has ended or nobody waits any more.
 */
async function pollOutcome(
  transaction: Transaction,
  beyondFirst: number,
  atGateway?: true,
): Promise<'pending' | 'unpaid' | undefined> {
  const known = await pollVerdict({
    fetchVerdict: () => calls.fetchVerdict(transaction.rmTransactionId, atGateway),
    wanted: () => isAwaited(transaction),
    wait: timing.pause,
    beyondFirst,
  })
  if (!isAwaited(transaction)) return undefined
  if (known === 'pending' || known === 'unpaid') return known
  if (known === 'paid') succeed()
  else if (known === 'failed') fail(m.payments_failed_text())
  else markReturned()
  return undefined
}

export async function awaitOutcome(
  transaction: Transaction,
  beyondFirst: number,
  unknownReason: UnknownReason,
  onSilence?: () => void,
): Promise<void> {
  const open = await pollOutcome(transaction, beyondFirst)
  if (open && dispatch({ type: 'outcomeUnknown', unknownReason })) onSilence?.()
}

/**
 * Checks a payment because the customer wants to know.
 * The server asks the gateway, and "the gateway has no payment" is a valid answer.
 */
async function askGateway(
  transaction: Transaction,
  beyondFirst: number,
  unknownReason: UnknownReason,
  since?: number,
): Promise<void> {
  const open = await pollOutcome(transaction, beyondFirst, true)
  // If the gateway itself reported "success", it may just be slow to tell our server.
  if (open === 'unpaid' && unknownReason !== 'silent') {
    if (dispatch({ type: 'outcomeUnknown', unknownReason: 'unpaid' })) forgetOnScreen()
  } else if (open)
    dispatch({ type: 'outcomeUnknown', unknownReason: unknownReason === 'unpaid' ? 'left' : unknownReason, since })
}

/** The gateway's window was closed, or the customer came back. The server is asked once. */
export async function onGatewayLeft(): Promise<void> {
  const { transaction } = currentPayment()
  if (transaction && dispatch({ type: 'reported' })) await askGateway(transaction, 0, 'left')
}

/** Handles a message of the pay page. The server captures a success, and only its answer counts. */
export async function onPayPageMessage(context: PaymentContext, message: PaymentMessage): Promise<void> {
  const { transaction } = currentPayment()
  if (!transaction) return
  if (message.outcome !== 'success') return onGatewayLeft()
  if (!dispatch({ type: 'reported', unknownReason: 'silent' })) return
  // From here on the app does not offer to pay again, not even after a reload.
  saveOpenPayment(context.customerId, 'gateway', 'silent')
  await capture(context, transaction, message)
  await awaitOutcome(transaction, CONFIRM_POLLS_BEYOND_FIRST, 'silent')
}

async function capture(context: PaymentContext, transaction: Transaction, message: PaymentMessage): Promise<void> {
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = message
  if (!razorpay_payment_id || !razorpay_order_id || !razorpay_signature) return
  const { rmTransactionId, uniqueId } = transaction
  const proof = { razorpay_payment_id, razorpay_order_id, razorpay_signature }
  try {
    await calls.capturePayment({ ...proof, rmTransactionId, uniqueId, device: context.device.platform })
  } catch (error) {
    reportError(error, { place: 'capture payment' })
  }
}

/** "Check again" for a payment whose outcome is not known. */
export async function checkAgain(): Promise<void> {
  const { transaction, unknownReason = 'silent', since } = currentPayment()
  if (transaction && dispatch({ type: 'check' })) await askGateway(transaction, 2, unknownReason, since)
}

/** Resumes a payment that a reload or the redirect through a gateway interrupted. */
export async function resumePayment(open: OpenPayment): Promise<void> {
  const transaction = storedTransaction(open)
  if (!transaction || isInBackground(transaction.rmTransactionId)) return
  const request = { type: open.type, autoDebit: open.autoDebit, months: open.months }
  const { unknownReason } = open
  if (dispatch({ type: 'resume', request, transaction, unknownReason }))
    await askGateway(transaction, 2, unknownReason ?? 'left')
}

/** Stops waiting for an answer. The customer may then go on, unless the gateway reported "success". */
export function stopWaiting(): void {
  const { unknownReason = 'left' } = currentPayment()
  dispatch({ type: 'outcomeUnknown', unknownReason: mayRetry(unknownReason) ? 'left' : unknownReason })
}

/**
 * Closes whatever the payment shows. A payment that may have been made stays stored, so a reload asks again.
 * If a gateway was opened, money may still arrive, so the app keeps checking the payment.
 */
export function leavePayment(): void {
  const { phase, unknownReason, transaction, openedIn, request, autoDebit } = currentPayment()
  if (!dispatch({ type: 'leave' })) return
  const retryBlocked = phase === 'unknown' && unknownReason !== undefined && !mayRetry(unknownReason)
  if (!retryBlocked) forgetPaymentOnScreen(transaction?.rmTransactionId)
  const isOpen = phase === 'unknown' || (openedIn !== undefined && phase !== 'done' && phase !== 'nothingDue')
  if (transaction && isOpen)
    addBackgroundPayment({ request, autoDebit, transaction, retryBlocked, closedAt: Date.now() })
}

/**
 * Tells the customer the outcome of a closed payment in a toast, wherever they are by now.
 * Their screen stays as it is.
 */
export function reportBackgroundOutcome(payment: BackgroundPayment, known: BackgroundOutcome): void {
  const { transaction, autoDebit } = payment
  forgetOpenPayment(transaction.rmTransactionId)
  // The bank may still accept another try, so keep checking the payment.
  if (known === 'failed') addBackgroundPayment({ ...payment, retryBlocked: false })
  else removeBackgroundPayment(transaction.rmTransactionId)
  if (known === 'paid') trackPayment('payment completed', autoDebit, payment)
  const show = known === 'failed' ? toast.error : toast.success
  show(backgroundOutcomeText(known, transaction), { durationMs: BACKGROUND_OUTCOME_TOAST_MS })
}

type BackgroundOutcome = 'paid' | 'returned' | 'failed'

/** The texts with an amount, and the texts without one for a payment that is known only by its id. */
const backgroundOutcomeTexts: Record<
  BackgroundOutcome,
  { withAmount(words: { amount: string }): string; withoutAmount(): string }
> = {
  paid: { withAmount: m.payments_arrived, withoutAmount: m.payments_arrived_untold },
  returned: { withAmount: m.payments_returned_title, withoutAmount: m.payments_returned_untold },
  failed: { withAmount: m.payments_not_arrived, withoutAmount: m.payments_not_arrived_untold },
}

function backgroundOutcomeText(known: BackgroundOutcome, transaction: Transaction): string {
  const { withAmount, withoutAmount } = backgroundOutcomeTexts[known]
  const rupees = transaction.totalAmount || chargedAmount(transaction)
  return rupees > 0 ? withAmount({ amount: formatRupees(rupees) }) : withoutAmount()
}
