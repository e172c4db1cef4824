import { NotAvailableError, RejectedError } from '#/api/errors'
import { m } from '#/copy'
import { track } from '#/platform/analytics'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { forgetOpenPayment, forgetPaymentOnScreen, rememberOpenPayment } from '#/state/keep-payment'
import type { OpenPayment } from '#/state/open-payment'
import * as calls from './calls'
import { addClosed, type ClosedPayment, dropClosed, isClosed } from './closed'
import { dispatch } from './dispatch'
import { chargedAmount, type Transaction } from './model'
import type { PaymentMessage } from './payment-window'
import { CONFIRM_POLLS_BEYOND_FIRST, pollVerdict } from './polling'
import type { PaymentSetting } from './setting'
import { type Doubt, mayGoOn, type Payment } from './state'
import { currentPayment } from './store'

/** How long the outcome of a closed payment stays on screen, in milliseconds. */
const LATE_OUTCOME_TOAST_MS = 10_000

export function trackPayment(
  name: 'payment attempted' | 'payment completed',
  autoDebit: boolean,
  { request, transaction }: Pick<Payment, 'request' | 'transaction'> = currentPayment(),
): void {
  const properties = { mode: autoDebit ? 'auto_debit' : 'manual', paymentType: request.type }
  track(name, transaction ? { ...properties, amount: chargedAmount(transaction) } : properties)
}

export function knownById(rmTransactionId: number): Transaction {
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
export function saveOpenPayment(customerId: number, stage: OpenPayment['stage'], doubt?: OpenPayment['doubt']): void {
  const { request, autoDebit, transaction } = currentPayment()
  const kept = { customerId, type: request.type, months: request.months, autoDebit, startedAt: Date.now(), doubt }
  const known = transaction && {
    rmTransactionId: transaction.rmTransactionId,
    uniqueId: transaction.uniqueId,
    amountPaise: transaction.pgOptions.amount,
  }
  if (stage === 'sheet') rememberOpenPayment({ stage, ...kept, transaction: known })
  else if (known) rememberOpenPayment({ stage, ...kept, transaction: known })
}

/** Forgets the payment on screen. An earlier payment whose outcome is not known yet stays stored. */
function forgetOnScreen(): void {
  forgetPaymentOnScreen(currentPayment().transaction?.rmTransactionId)
}

/** Rebuilds the transaction from what was stored before a reload. */
export function storedTransaction({ transaction }: OpenPayment): Transaction | undefined {
  if (!transaction) return undefined
  const { rmTransactionId, uniqueId, amountPaise } = transaction
  return { ...knownById(rmTransactionId), uniqueId, pgOptions: { amount: amountPaise } }
}

export function fail(message: string, final = false): void {
  if (!dispatch({ type: 'refused', message, final })) return
  forgetOnScreen()
  toast.error(message)
}

/** Money arrived when nothing was due for it any more, so it is refunded. A retry would end the same way. */
export function goesBack(): void {
  if (dispatch({ type: 'returned' })) forgetOnScreen()
}

/** Reports that the payment could not start. Nothing was opened yet, so no money can have moved. */
export function couldNotStart(error: unknown, message: string): void {
  reportError(error, { place: 'payment start' })
  fail(message, error instanceof NotAvailableError)
}

/**
 * The server refuses to charge again while an earlier attempt is undecided.
 * The app then asks about that attempt instead. Returns false for any other error.
 */
export function foundEarlierPayment(error: unknown): boolean {
  if (!(error instanceof RejectedError)) return false
  const { rmTransactionId, underWaySeconds } = error.extra
  if (typeof rmTransactionId !== 'number') return false
  // An attempt of the transaction on screen has the same amount, so keep that transaction with its details.
  if (currentPayment().transaction?.rmTransactionId !== rmTransactionId) {
    dispatch({ type: 'created', transaction: knownById(rmTransactionId) })
  }
  const since = typeof underWaySeconds === 'number' ? Date.now() - underWaySeconds * 1000 : undefined
  return dispatch({ type: 'doubted', doubt: 'earlier', since })
}

export function succeed(): void {
  if (!dispatch({ type: 'paid' })) return
  forgetOnScreen()
  const { autoDebit, transaction } = currentPayment()
  if (transaction) dropClosed(transaction.rmTransactionId)
  trackPayment('payment completed', autoDebit)
}

export function isAbout({ rmTransactionId }: Transaction): boolean {
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
async function conclude(
  transaction: Transaction,
  beyondFirst: number,
  atGateway?: true,
): Promise<'pending' | 'unpaid' | undefined> {
  const known = await pollVerdict({
    fetchVerdict: () => calls.fetchVerdict(transaction.rmTransactionId, atGateway),
    wanted: () => isAbout(transaction),
    wait: timing.pause,
    beyondFirst,
  })
  if (!isAbout(transaction)) return undefined
  if (known === 'pending' || known === 'unpaid') return known
  if (known === 'paid') succeed()
  else if (known === 'failed') fail(m.payments_failed_text())
  else goesBack()
  return undefined
}

export async function awaitOutcome(
  transaction: Transaction,
  beyondFirst: number,
  doubt: Doubt,
  onSilence?: () => void,
): Promise<void> {
  const open = await conclude(transaction, beyondFirst)
  if (open && dispatch({ type: 'doubted', doubt })) onSilence?.()
}

/**
 * Checks a payment because the customer wants to know.
 * The server asks the gateway, and "the gateway has no payment" is a valid answer.
 */
async function inquire(transaction: Transaction, beyondFirst: number, doubt: Doubt, since?: number): Promise<void> {
  const open = await conclude(transaction, beyondFirst, true)
  // If the gateway itself reported "success", it may just be slow to tell our server.
  if (open === 'unpaid' && doubt !== 'silent') {
    if (dispatch({ type: 'doubted', doubt: 'unpaid' })) forgetOnScreen()
  } else if (open) dispatch({ type: 'doubted', doubt: doubt === 'unpaid' ? 'left' : doubt, since })
}

/** The gateway's window was closed, or the customer came back. The server is asked once. */
export async function leftGateway(): Promise<void> {
  const { transaction } = currentPayment()
  if (transaction && dispatch({ type: 'reported' })) await inquire(transaction, 0, 'left')
}

/** Handles a message of the pay page. The server captures a success, and only its answer counts. */
export async function heardFromPayPage(setting: PaymentSetting, message: PaymentMessage): Promise<void> {
  const { transaction } = currentPayment()
  if (!transaction) return
  if (message.outcome !== 'success') return leftGateway()
  if (!dispatch({ type: 'reported', doubt: 'silent' })) return
  // From here on the app does not offer to pay again, not even after a reload.
  saveOpenPayment(setting.customerId, 'gateway', 'silent')
  await capture(setting, transaction, message)
  await awaitOutcome(transaction, CONFIRM_POLLS_BEYOND_FIRST, 'silent')
}

async function capture(setting: PaymentSetting, transaction: Transaction, message: PaymentMessage): Promise<void> {
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = message
  if (!razorpay_payment_id || !razorpay_order_id || !razorpay_signature) return
  const { rmTransactionId, uniqueId } = transaction
  const proof = { razorpay_payment_id, razorpay_order_id, razorpay_signature }
  try {
    await calls.capturePayment({ ...proof, rmTransactionId, uniqueId, device: setting.device.platform })
  } catch (error) {
    reportError(error, { place: 'capture payment' })
  }
}

/** "Check again" for a payment whose outcome is not known. */
export async function checkAgain(): Promise<void> {
  const { transaction, doubt = 'silent', since } = currentPayment()
  if (transaction && dispatch({ type: 'check' })) await inquire(transaction, 2, doubt, since)
}

/** Resumes a payment that a reload or the redirect through a gateway interrupted. */
export async function resumePayment(open: OpenPayment): Promise<void> {
  const transaction = storedTransaction(open)
  if (!transaction || isClosed(transaction.rmTransactionId)) return
  const request = { type: open.type, autoDebit: open.autoDebit, months: open.months }
  const { doubt } = open
  if (dispatch({ type: 'resume', request, transaction, doubt })) await inquire(transaction, 2, doubt ?? 'left')
}

/** Stops waiting for an answer. The customer may then go on, unless the gateway reported "success". */
export function stopWaiting(): void {
  const { doubt = 'left' } = currentPayment()
  dispatch({ type: 'doubted', doubt: mayGoOn(doubt) ? 'left' : doubt })
}

/**
 * Closes whatever the payment shows. A payment that may have been made stays stored, so a reload asks again.
 * If a gateway was opened, money may still arrive, so the app keeps checking the payment.
 */
export function leavePayment(): void {
  const { phase, doubt, transaction, venue, request, autoDebit } = currentPayment()
  if (!dispatch({ type: 'leave' })) return
  const doubtful = phase === 'unknown' && doubt !== undefined && !mayGoOn(doubt)
  if (!doubtful) forgetPaymentOnScreen(transaction?.rmTransactionId)
  const isOpen = phase === 'unknown' || (venue !== undefined && phase !== 'done' && phase !== 'clear')
  if (transaction && isOpen) addClosed({ request, autoDebit, transaction, doubtful, closedAt: Date.now() })
}

/**
 * Tells the customer the outcome of a closed payment in a toast, wherever they are by now.
 * Their screen stays as it is.
 */
export function reportClosed(closed: ClosedPayment, known: LateOutcome): void {
  const { transaction, autoDebit } = closed
  forgetOpenPayment(transaction.rmTransactionId)
  // The bank may still accept another try, so keep checking the payment.
  if (known === 'failed') addClosed({ ...closed, doubtful: false })
  else dropClosed(transaction.rmTransactionId)
  if (known === 'paid') trackPayment('payment completed', autoDebit, closed)
  const show = known === 'failed' ? toast.error : toast.success
  show(lateOutcome(known, transaction), { durationMs: LATE_OUTCOME_TOAST_MS })
}

type LateOutcome = 'paid' | 'returned' | 'failed'

/** The texts with an amount, and the texts without one for a payment that is known only by its id. */
const lateWords: Record<LateOutcome, { told(words: { amount: string }): string; untold(): string }> = {
  paid: { told: m.payments_arrived, untold: m.payments_arrived_untold },
  returned: { told: m.payments_returned_title, untold: m.payments_returned_untold },
  failed: { told: m.payments_not_arrived, untold: m.payments_not_arrived_untold },
}

function lateOutcome(known: LateOutcome, transaction: Transaction): string {
  const { told, untold } = lateWords[known]
  const rupees = transaction.totalAmount || chargedAmount(transaction)
  return rupees > 0 ? told({ amount: formatRupees(rupees) }) : untold()
}
