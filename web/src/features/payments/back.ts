import { leavePayment, onGatewayLeft, stopWaiting } from './outcome'
import { currentPayment } from './store'

/** The phone's Back during a payment does the same as the close button of the topmost screen. */
export function backOutOfPayment(onDone: () => void): void {
  const { phase, openedIn } = currentPayment()
  if (phase === 'starting') return // the request is already sent and cannot be taken back
  if (phase === 'done') onDone()
  else if (phase === 'confirming' || (phase === 'waiting' && openedIn === 'app')) stopWaiting()
  else if (phase === 'waiting') void onGatewayLeft()
  else leavePayment()
}
