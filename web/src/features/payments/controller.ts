import { NotAvailableError, RejectedError } from '#/api/errors'
import { m } from '#/copy'
import { track } from '#/platform/analytics'
import { leave } from '#/platform/leave'
import { forgetOpenPayment, type OpenPayment, rememberOpenPayment } from '#/platform/open-payment'
import type { PaymentRequest } from '#/platform/payment-request'
import { listenForPayment, openPaymentWindow, type PaymentMessage, type PaymentWindow } from '#/platform/payment-window'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import * as calls from './calls'
import { type GatewayRequest, redirectPath } from './gateway-request'
import type { Doubt } from './machine'
import {
  chargedAmount,
  DEFAULT_GATEWAY,
  type Gateway,
  gatewayChoice,
  isCred,
  opensDirectly,
  type PaymentOption,
  type Transaction,
} from './model'
import { CONFIRM_POLLS_BEYOND_FIRST, POLLS_BEYOND_FIRST, pollVerdict, WINDOW_POLL_MS } from './polling'
import { currentPayment, dispatch } from './store'

/** What a payment needs to know of its surroundings. */
export interface PaymentSetting {
  customerId: number
  device: GatewayRequest
  /** The origin of the pay page when it has its own, else empty. */
  payOrigin: string
}

function trackPayment(name: 'payment attempted' | 'payment completed', autoDebit: boolean): void {
  const { request, transaction } = currentPayment()
  const properties = { mode: autoDebit ? 'auto_debit' : 'manual', paymentType: request.type }
  track(name, transaction ? { ...properties, amount: chargedAmount(transaction) } : properties)
}

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

function knownById(rmTransactionId: number): Transaction {
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

function fail(message: string, final = false): void {
  if (!dispatch({ type: 'refused', message, final })) return
  forgetOpenPayment()
  toast.error(message)
}

/** Nothing has been opened yet, so no money can have moved. */
function couldNotStart(error: unknown, message: string): void {
  reportError(error, { place: 'payment start' })
  fail(message, error instanceof NotAvailableError)
}

function succeed(): void {
  if (!dispatch({ type: 'paid' })) return
  forgetOpenPayment()
  trackPayment('payment completed', currentPayment().autoDebit)
}

/** Razorpay's checkout needs its order first; a transaction that opens directly brings it along. */
async function openRazorpay(setting: PaymentSetting, transaction: Transaction): Promise<void> {
  if (!transaction.razorpayOptions) {
    await calls.startAtGateway({ ...setting.device, transaction, gateway: DEFAULT_GATEWAY })
  }
  dispatch({ type: 'opened', venue: 'frame', gatewayName: 'Razorpay' })
}

/** Pays the open transaction at the chosen gateway. Call it inside the click: it may open a window. */
export async function payAtGateway(setting: PaymentSetting, gateway: Gateway): Promise<void> {
  const { transaction } = currentPayment()
  if (!transaction || !dispatch({ type: 'start', autoDebit: false })) return
  const choice = gatewayChoice(gateway)
  try {
    if (choice === DEFAULT_GATEWAY) await openRazorpay(setting, transaction)
    else await openElsewhere(setting, transaction, gateway, choice)
  } catch (error) {
    const alreadyPaid = error instanceof RejectedError && (await verdict(transaction)) === 'paid'
    if (alreadyPaid) succeed()
    else couldNotStart(error, m.payments_gateway_failed())
  }
}

async function openElsewhere(
  setting: PaymentSetting,
  transaction: Transaction,
  gateway: Gateway,
  choice: string,
): Promise<void> {
  const toApp = isCred(choice) && setting.device.credAppPresent
  const popup = toApp ? undefined : openPaymentWindow(gateway.name)
  try {
    const start = await calls.startAtGateway({ ...setting.device, transaction, gateway: choice })
    if (start.intentUrl) return await payInApp(transaction, gateway.name, start.intentUrl, popup)
    const { paymentMethod, uniqueId } = transaction
    const path =
      start.redirectUrl ?? redirectPath({ ...setting.device, gateway: choice, paymentMethod, transactionId: uniqueId })
    if (!popup) return leave.to(path)
    popup.go(path)
    dispatch({ type: 'opened', venue: 'popup', gatewayName: gateway.name })
    void watchWindow(popup, transaction, setting.payOrigin)
  } catch (error) {
    popup?.close()
    throw error
  }
}

/** The payment app comes to the front; this page asks the server until it knows. */
async function payInApp(
  transaction: Transaction,
  name: string,
  intentUrl: string,
  popup?: PaymentWindow,
): Promise<void> {
  popup?.close()
  dispatch({ type: 'opened', venue: 'app', gatewayName: name })
  leave.to(intentUrl)
  await settle(transaction, POLLS_BEYOND_FIRST, 'silent', () => toast.error(m.payments_gateway_failed()))
}

/** The return page tells at once; a window that is simply closed is noticed too. */
async function watchWindow(popup: PaymentWindow, transaction: Transaction, payOrigin: string): Promise<void> {
  const stopListening = listenForPayment(popup.owns, payOrigin, () => {
    popup.close()
    void leftGateway()
  })
  while (currentPayment().phase === 'waiting' && !popup.isClosed()) await timing.pause(WINDOW_POLL_MS)
  stopListening()
  if (isAbout(transaction)) await leftGateway()
}

function isAbout({ rmTransactionId }: Transaction): boolean {
  const { phase, transaction } = currentPayment()
  return (phase === 'waiting' || phase === 'confirming') && transaction?.rmTransactionId === rmTransactionId
}

function verdict({ rmTransactionId }: Transaction) {
  return calls.askVerdict(rmTransactionId).catch(() => 'pending' as const)
}

async function settle(
  transaction: Transaction,
  beyondFirst: number,
  doubt: Doubt,
  onSilence?: () => void,
): Promise<void> {
  const known = await pollVerdict({
    ask: () => calls.askVerdict(transaction.rmTransactionId),
    wanted: () => isAbout(transaction),
    wait: timing.pause,
    beyondFirst,
  })
  if (!isAbout(transaction)) return
  if (known === 'paid') succeed()
  else if (known === 'failed') fail(m.payments_failed_text())
  else if (dispatch({ type: 'doubted', doubt })) onSilence?.()
}

/** The window was closed or the person came back: the server is asked once. */
export async function leftGateway(): Promise<void> {
  const { transaction } = currentPayment()
  if (transaction && dispatch({ type: 'reported' })) await settle(transaction, 0, 'left')
}

/** What the pay page has said. Success is captured by the server; whatever follows, the server's word decides. */
export async function heardFromPayPage(setting: PaymentSetting, message: PaymentMessage): Promise<void> {
  const { transaction } = currentPayment()
  if (!transaction) return
  if (message.outcome !== 'success') return leftGateway()
  if (!dispatch({ type: 'reported' })) return
  await capture(setting, transaction, message)
  await settle(transaction, CONFIRM_POLLS_BEYOND_FIRST, 'silent')
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

/** "Check again" on a payment whose outcome is not known. */
export async function checkAgain(): Promise<void> {
  const { transaction } = currentPayment()
  if (transaction && dispatch({ type: 'check' })) await settle(transaction, 2, 'silent')
}

/** Goes on with a payment that a reload or the way through a gateway has interrupted. */
export async function resumePayment(open: OpenPayment): Promise<void> {
  const transaction = {
    ...knownById(open.rmTransactionId),
    uniqueId: open.uniqueId,
    pgOptions: { amount: open.amountPaise },
  }
  const request = { type: open.type, autoDebit: open.autoDebit }
  if (dispatch({ type: 'resume', request, transaction })) await settle(transaction, 2, 'left')
}

/** Stops waiting for an app that does not answer; the person then decides. */
export function stopWaiting(): void {
  dispatch({ type: 'doubted', doubt: 'left' })
}

/** Closes whatever the payment shows. An outcome that nobody knows yet stays remembered: a reload asks again. */
export function leavePayment(): void {
  const { doubt } = currentPayment()
  if (dispatch({ type: 'leave' }) && doubt !== 'silent') forgetOpenPayment()
}
