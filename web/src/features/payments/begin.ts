import { RejectedError } from '#/api/errors'
import { rememberOpenPayment } from '#/platform/open-payment'
import type { PaymentRequest } from '#/platform/payment-request'
import * as calls from './calls'
import { openRazorpay } from './gateway'
import { opensDirectly, type PaymentOption, type Transaction } from './model'
import { couldNotStart, knownById, succeed, trackPayment } from './outcome'
import type { PaymentSetting } from './setting'
import { currentPayment, dispatch } from './store'

/** Begins what a screen has asked for. A second request while one is under way changes nothing. */
export async function beginPayment(
  setting: PaymentSetting,
  request: PaymentRequest,
  autoDebitActive: boolean,
): Promise<void> {
  const asked = dispatch({ type: 'ask', request, autoDebitActive })
  if (asked && currentPayment().phase === 'starting') await createManually(setting)
}

/** From the dialog: pay by a gateway after all, although auto debit is active or was wanted. */
export async function payManually(setting: PaymentSetting): Promise<void> {
  if (dispatch({ type: 'start', autoDebit: false })) await createManually(setting)
}

/** Tries again after a failure, or goes on after the person has left the gateway. */
export async function retryPayment(setting: PaymentSetting): Promise<void> {
  const { request } = currentPayment()
  if (!request.autoDebit) return payManually(setting)
  if (dispatch({ type: 'leave' })) await beginPayment(setting, request, false)
}

async function createManually(setting: PaymentSetting): Promise<void> {
  trackPayment('payment attempted', false)
  await create(setting, undefined, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    if (opensDirectly(transaction)) return openRazorpay(setting, transaction)
    dispatch({ type: 'offered', gateways: await calls.fetchGateways(setting.device) })
  })
}

/** Sets auto debit up with this payment: the provider that can do it opens directly. */
export async function payWithAutoDebit(setting: PaymentSetting, option: PaymentOption): Promise<void> {
  if (!dispatch({ type: 'start', autoDebit: true })) return
  trackPayment('payment attempted', true)
  await create(setting, option.paymentMethod, async (transaction) => {
    if (transaction.walletPaid) return succeed()
    return openRazorpay(setting, transaction)
  })
}

async function create(
  { customerId }: PaymentSetting,
  paymentMethod: string | undefined,
  next: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { request, autoDebit } = currentPayment()
  try {
    const transaction = await calls.createTransaction({ customerId, request, autoDebit, paymentMethod })
    dispatch({ type: 'created', transaction })
    if (!transaction.walletPaid) remember(customerId, transaction)
    await next(transaction)
  } catch (error) {
    if (!foundEarlierPayment(error)) couldNotStart(error, (error as Error).message)
  }
}

/** The server will not charge again while an earlier attempt is undecided: that attempt is then the one to ask about. */
function foundEarlierPayment(error: unknown): boolean {
  if (!(error instanceof RejectedError)) return false
  const { rmTransactionId } = error.extra
  if (typeof rmTransactionId !== 'number') return false
  dispatch({ type: 'created', transaction: knownById(rmTransactionId) })
  return dispatch({ type: 'doubted', doubt: 'silent' })
}

function remember(customerId: number, { rmTransactionId, uniqueId, pgOptions }: Transaction): void {
  const { request, autoDebit } = currentPayment()
  const startedAt = Date.now()
  rememberOpenPayment({
    customerId,
    rmTransactionId,
    uniqueId,
    amountPaise: pgOptions.amount,
    type: request.type,
    autoDebit,
    startedAt,
  })
}
