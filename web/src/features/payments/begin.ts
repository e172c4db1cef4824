import type { DashboardData } from '#/api/dashboard'
import { RejectedError } from '#/api/errors'
import type { OpenPayment } from '#/state/open-payment'
import type { PaymentRequest } from '#/state/payment-request'
import * as calls from './calls'
import { dispatch } from './dispatch'
import { openDirectly } from './gateway'
import {
  amountDue,
  debitAtBank,
  opensDirectly,
  type PaymentOption,
  showsAutoDebitView,
  type Transaction,
  walletPaysAll,
} from './model'
import {
  couldNotStart,
  foundEarlierPayment,
  saveOpenPayment,
  storedTransaction,
  succeed,
  trackPayment,
  verdict,
} from './outcome'
import type { PaymentSetting } from './setting'
import { currentPayment } from './store'

/** Starts the payment that a screen asked for. A second request during a payment is ignored. */
export async function beginPayment(setting: PaymentSetting, asked: PaymentRequest, data: DashboardData): Promise<void> {
  // If auto debit is active by now, for example after a first attempt, do not set it up again.
  const request = { ...asked, autoDebit: asked.autoDebit && !data.hasActiveMandate }
  const pending = data.pendingPayments.some(({ kind }) => kind === request.type)
  const announced = !request.autoDebit && !pending && showsAutoDebitView(data)
  const autoDebitActive = request.type === 'due' && (announced || debitAtBank(data) !== undefined)
  const nothingDue = request.type !== 'advance-rent' && amountDue(request.type, data) === 0
  const covered = walletPaysAll(request.type, data)
  if (!dispatch({ type: 'ask', request, autoDebitActive, covered, nothingDue })) return
  if (currentPayment().dialog) saveOpenPayment(setting.customerId, 'sheet')
  if (currentPayment().phase === 'starting') await createManually(setting)
}

/** Reopens the payment sheet after a reload. Nothing was opened at a gateway, so no outcome is awaited. */
export async function restoreSheet(setting: PaymentSetting, open: OpenPayment, data: DashboardData): Promise<void> {
  const transaction = storedTransaction(open)
  const request = { type: open.type, autoDebit: open.autoDebit, months: open.months }
  if (!transaction) return beginPayment(setting, request, data)
  const asked = dispatch({
    type: 'ask',
    request: { ...request, autoDebit: false },
    autoDebitActive: false,
    transaction,
  })
  if (asked) await createManually(setting, { again: true })
}

/** Called from the dialog: pays at a gateway although auto debit is active or was requested. */
export async function payManually(setting: PaymentSetting): Promise<void> {
  if (dispatch({ type: 'start', autoDebit: false })) await createManually(setting)
}

/**
 * The dues changed while the customer was choosing how to pay.
 * A new transaction makes the sheet show and charge the new amount.
 */
export async function renewSheet(setting: PaymentSetting): Promise<void> {
  if (dispatch({ type: 'start', autoDebit: false })) await createManually(setting, { again: true })
}

/** Retries after a failure, or goes on after the customer left the gateway. */
export async function retryPayment(setting: PaymentSetting, data: DashboardData): Promise<void> {
  const before = currentPayment()
  const { request, doubt, transaction, autoDebit } = before
  // The customer already saw the notice about the payment at the gateway and goes on. Do not show it again.
  const told = doubt === 'pending'
  if (told && autoDebit) {
    if (dispatch({ type: 'start', autoDebit })) await createWithAutoDebit(setting, transaction?.paymentMethod, told)
    return
  }
  if (told || !request.autoDebit) {
    if (dispatch({ type: 'start', autoDebit: false })) await createManually(setting, { told })
    return
  }
  const arrived = transaction && (await verdict(transaction)) === 'paid'
  if (currentPayment() !== before) return
  if (arrived) succeed()
  else if (dispatch({ type: 'leave' })) await beginPayment(setting, request, data)
}

interface Creation {
  /** The customer knows that the gateway holds a payment, and wants to go on. */
  told?: boolean
  /** The payment is the same as before, for example before a reload, so the attempt was already tracked. */
  again?: boolean
}

async function createManually(setting: PaymentSetting, { told = false, again = false }: Creation = {}): Promise<void> {
  if (!again) trackPayment('payment attempted', false)
  await create(setting, undefined, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    if (transaction.underWaySeconds && !told) return showUnderWay(transaction.underWaySeconds)
    if (opensDirectly(transaction)) return openDirectly(setting, transaction)
    await offerGateways(setting)
  })
}

async function offerGateways(setting: PaymentSetting): Promise<void> {
  dispatch({ type: 'offered', gateways: await calls.fetchGateways(setting.device) })
  saveOpenPayment(setting.customerId, 'sheet')
}

/** The gateway holds an unfinished payment. Show it with its age before the customer pays again. */
function showUnderWay(seconds: number): void {
  dispatch({ type: 'doubted', doubt: 'pending', since: Date.now() - seconds * 1000 })
}

/**
 * Pays after auto debit was set up. The gateway opens directly if `opensDirectly` says so.
 * Otherwise the customer chooses one.
 */
export async function payWithAutoDebit(setting: PaymentSetting, option: PaymentOption): Promise<void> {
  if (!dispatch({ type: 'start', autoDebit: true })) return
  trackPayment('payment attempted', true)
  await createWithAutoDebit(setting, option.paymentMethod)
}

async function createWithAutoDebit(setting: PaymentSetting, method: string | undefined, told = false): Promise<void> {
  await create(setting, method, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    if (transaction.underWaySeconds && !told) return showUnderWay(transaction.underWaySeconds)
    if (opensDirectly(transaction)) return openDirectly(setting, transaction)
    await offerGateways(setting)
  })
}

async function create(
  { customerId }: PaymentSetting,
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
    if (foundEarlierPayment(error)) return
    if (!isNothingDue(error)) return couldNotStart(error, (error as Error).message)
    if (await hasArrived()) succeed()
    else dispatch({ type: 'cleared' })
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
