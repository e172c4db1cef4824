import { RejectedError, refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { leave } from '#/platform/leave'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import * as calls from './calls'
import { dispatch } from './dispatch'
import { gatewayChoice } from './gateway-choices'
import { redirectPath } from './gateway-request'
import type { Gateway, Transaction } from './model'
import {
  awaitOutcome,
  failToStart,
  isAwaited,
  onGatewayLeft,
  saveOpenPayment,
  showEarlierPayment,
  succeed,
  verdict,
} from './outcome'
import type { PaymentContext } from './payment-context'
import { listenForPayment, openPaymentWindow, type PaymentWindow } from './payment-window'
import { POLLS_BEYOND_FIRST, WINDOW_POLL_MS } from './polling'
import { currentPayment } from './store'

/** Opens the gateway whose order came with the transaction. */
export function openDirectly(context: PaymentContext, { razorpayOptions }: Transaction): void {
  if (!razorpayOptions) throw new RejectedError(422, 'NotOffered', m.payments_gateway_failed())
  showFrame(context, razorpayOptions.gatewayName)
}

function showFrame({ customerId }: PaymentContext, gatewayName: string): void {
  saveOpenPayment(customerId, 'gateway')
  dispatch({ type: 'opened', openedIn: 'frame', gatewayName })
}

/** Pays the open transaction at the chosen gateway. Call it in the click handler: it may open a window. */
export async function payAtGateway(context: PaymentContext, gateway: Gateway): Promise<void> {
  const { transaction } = currentPayment()
  if (!transaction || !dispatch({ type: 'start', autoDebit: false })) return
  try {
    if (gateway.checkout === 'frame') await openInFrame(context, transaction, gateway)
    else await openInWindowOrApp(context, transaction, gateway)
  } catch (error) {
    if (showEarlierPayment(error)) return
    const alreadyPaid = error instanceof RejectedError && (await verdict(transaction)) === 'paid'
    if (alreadyPaid) succeed()
    else failToStart(error, refusalOf(error) ?? m.payments_gateway_failed())
  }
}

async function openInFrame(context: PaymentContext, transaction: Transaction, gateway: Gateway): Promise<void> {
  await calls.startAtGateway({ ...context.device, transaction, gateway: gatewayChoice(gateway) })
  showFrame(context, gateway.name)
}

async function openInWindowOrApp(context: PaymentContext, transaction: Transaction, gateway: Gateway): Promise<void> {
  const choice = gatewayChoice(gateway)
  const isInApp = gateway.checkout === 'intent'
  const toApp = isInApp && context.device.credAppPresent
  const popup = toApp ? undefined : openPaymentWindow(gateway.name)
  try {
    const start = await calls.startAtGateway({ ...context.device, transaction, gateway: choice })
    saveOpenPayment(context.customerId, 'gateway')
    if (start.intentUrl) return await payInApp(context, transaction, gateway.name, start.intentUrl, popup)
    const { paymentMethod, uniqueId: transactionId } = transaction
    const path =
      start.redirectUrl ?? redirectPath({ ...context.device, gateway: choice, isInApp, paymentMethod, transactionId })
    // Do this even if this very page navigates away. After Back or a failed navigation, the customer then
    // finds a screen that checks the payment and can be closed.
    dispatch({ type: 'opened', openedIn: 'popup', gatewayName: gateway.name })
    if (!popup) return leave.to(path)
    popup.go(path)
    void watchWindow(popup, transaction, context.payOrigin)
  } catch (error) {
    popup?.close()
    throw error
  }
}

/** Brings the payment app to the front. This page polls the server until the outcome is known. */
async function payInApp(
  { customerId }: PaymentContext,
  transaction: Transaction,
  name: string,
  intentUrl: string,
  popup?: PaymentWindow,
): Promise<void> {
  popup?.close()
  dispatch({ type: 'opened', openedIn: 'app', gatewayName: name })
  leave.to(intentUrl)
  await awaitOutcome(transaction, POLLS_BEYOND_FIRST, 'silent', () => {
    saveOpenPayment(customerId, 'gateway', 'silent')
    toast.error(m.payments_gateway_failed())
  })
}

/** The return page reports at once. A window that the customer simply closes is noticed by polling. */
async function watchWindow(popup: PaymentWindow, transaction: Transaction, payOrigin: string): Promise<void> {
  const stopListening = listenForPayment(popup.owns, payOrigin, () => {
    popup.close()
    void onGatewayLeft()
  })
  while (currentPayment().phase === 'waiting' && !popup.isClosed()) await timing.pause(WINDOW_POLL_MS)
  stopListening()
  // The money arrived in another way while this page waited, so the window is not needed any more.
  if (currentPayment().phase === 'done') popup.close()
  if (isAwaited(transaction)) await onGatewayLeft()
}
