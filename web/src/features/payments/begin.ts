import { type DashboardData, pendingDebit } from '#/api/dashboard'
import { RejectedError } from '#/api/errors'
import type { OpenPayment } from '#/state/open-payment'
import type { PaymentRequest } from '#/state/payment-request'
import * as calls from './calls'
import { dispatch } from './dispatch'
import { openDirectly } from './gateway'
import {
  amountDue,
  opensDirectly,
  type PaymentOption,
  showsAutoDebitView,
  type Transaction,
  walletPaysAll,
} from './model'
import {
  failToStart,
  saveOpenPayment,
  showEarlierPayment,
  storedTransaction,
  succeed,
  trackPayment,
  verdict,
} from './outcome'
import type { PaymentContext } from './payment-context'
import { currentPayment } from './store'

/** Starts the payment that a screen asked for. A second request during a payment is ignored. */
export async function beginPayment(context: PaymentContext, asked: PaymentRequest, data: DashboardData): Promise<void> {
  // If auto debit is active by now, for example after a first attempt, do not set it up again.
  const request = { ...asked, autoDebit: asked.autoDebit && !data.hasActiveMandate }
  const pending = data.pendingPayments.some(({ kind }) => kind === request.type)
  const announced = !request.autoDebit && !pending && showsAutoDebitView(data)
  const autoDebitActive = request.type === 'due' && (announced || pendingDebit(data) !== undefined)
  const nothingDue = request.type !== 'advance-rent' && amountDue(request.type, data) === 0
  const covered = walletPaysAll(request.type, data)
  if (!dispatch({ type: 'ask', request, autoDebitActive, covered, nothingDue })) return
  if (currentPayment().dialog) saveOpenPayment(context.customerId, 'sheet')
  if (currentPayment().phase === 'starting') await createManually(context)
}

/** Reopens the payment sheet after a reload. Nothing was opened at a gateway, so no outcome is awaited. */
export async function restoreSheet(context: PaymentContext, open: OpenPayment, data: DashboardData): Promise<void> {
  const transaction = storedTransaction(open)
  const request = { type: open.type, autoDebit: open.autoDebit, months: open.months }
  if (!transaction) return beginPayment(context, request, data)
  const asked = dispatch({
    type: 'ask',
    request: { ...request, autoDebit: false },
    autoDebitActive: false,
    transaction,
  })
  if (asked) await createManually(context, { again: true })
}

/** Called from the dialog: pays at a gateway although auto debit is active or was requested. */
export async function payManually(context: PaymentContext): Promise<void> {
  if (dispatch({ type: 'start', autoDebit: false })) await createManually(context)
}

/**
 * The dues changed while the customer was choosing how to pay.
 * A new transaction makes the sheet show and charge the new amount.
 */
export async function renewSheet(context: PaymentContext): Promise<void> {
  if (dispatch({ type: 'start', autoDebit: false })) await createManually(context, { again: true })
}

/** Retries after a failure, or goes on after the customer left the gateway. */
export async function retryPayment(context: PaymentContext, data: DashboardData): Promise<void> {
  const before = currentPayment()
  const { request, unknownReason, transaction, autoDebit } = before
  // The customer already saw the notice about the payment at the gateway and goes on. Do not show it again.
  const isInformed = unknownReason === 'pending'
  if (isInformed && autoDebit) {
    if (dispatch({ type: 'start', autoDebit }))
      await createWithAutoDebit(context, transaction?.paymentMethod, isInformed)
    return
  }
  if (isInformed || !request.autoDebit) {
    if (dispatch({ type: 'start', autoDebit: false })) await createManually(context, { isInformed })
    return
  }
  const arrived = transaction && (await verdict(transaction)) === 'paid'
  if (currentPayment() !== before) return
  if (arrived) succeed()
  else if (dispatch({ type: 'leave' })) await beginPayment(context, request, data)
}

interface CreateOptions {
  /** The customer knows that the gateway holds a payment, and wants to go on. */
  isInformed?: boolean
  /** The payment is the same as before, for example before a reload, so the attempt was already tracked. */
  again?: boolean
}

async function createManually(
  context: PaymentContext,
  { isInformed = false, again = false }: CreateOptions = {},
): Promise<void> {
  if (!again) trackPayment('payment attempted', false)
  await create(context, undefined, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    if (transaction.underWaySeconds && !isInformed) return showUnderWay(transaction.underWaySeconds)
    if (opensDirectly(transaction)) return openDirectly(context, transaction)
    await offerGateways(context, transaction)
  })
}

async function offerGateways(context: PaymentContext, { underWayAt }: Transaction): Promise<void> {
  const all = await calls.fetchGateways(context.device)
  // While one gateway holds a payment, the server refuses all others.
  const gateways = underWayAt ? all.filter(({ name }) => name === underWayAt) : all
  dispatch({ type: 'offered', gateways })
  saveOpenPayment(context.customerId, 'sheet')
}

/** The gateway holds an unfinished payment. Show it with its age before the customer pays again. */
function showUnderWay(seconds: number): void {
  dispatch({ type: 'outcomeUnknown', unknownReason: 'pending', since: Date.now() - seconds * 1000 })
}

/**
 * Pays after auto debit was set up. The gateway opens directly if `opensDirectly` says so.
 * Otherwise the customer chooses one.
 */
export async function payWithAutoDebit(context: PaymentContext, option: PaymentOption): Promise<void> {
  if (!dispatch({ type: 'start', autoDebit: true })) return
  trackPayment('payment attempted', true)
  await createWithAutoDebit(context, option.paymentMethod)
}

async function createWithAutoDebit(
  context: PaymentContext,
  method: string | undefined,
  isInformed = false,
): Promise<void> {
  await create(context, method, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    if (transaction.underWaySeconds && !isInformed) return showUnderWay(transaction.underWaySeconds)
    if (opensDirectly(transaction)) return openDirectly(context, transaction)
    await offerGateways(context, transaction)
  })
}

async function create(
  { customerId }: PaymentContext,
  paymentMethod: string | undefined,
  next: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { request, autoDebit } = currentPayment()
  try {
    if (await hasArrived()) return succeed()
    const transaction = await calls.createTransaction({ customerId, request, autoDebit, paymentMethod })
    dispatch({ type: 'created', transaction })
    await next(transaction)
  } catch (error) {
    if (showEarlierPayment(error)) return
    if (!isNothingDue(error)) return failToStart(error, (error as Error).message)
    if (await hasArrived()) succeed()
    else dispatch({ type: 'nothingDue' })
  }
}

/** Whether the known transaction was paid in the meantime, for example while the customer was reading. */
async function hasArrived(): Promise<boolean> {
  const { transaction } = currentPayment()
  return transaction !== undefined && (await verdict(transaction)) === 'paid'
}

const nothingDueCodes: readonly unknown[] = ['payment.nothing_due', 'payment.no_deposit_due']

function isNothingDue(error: unknown): boolean {
  return error instanceof RejectedError && nothingDueCodes.includes(error.extra.code)
}
