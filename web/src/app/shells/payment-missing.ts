import { m } from '#/copy'
import { clearPaymentRequest } from '#/platform/payment-request'
import { toast } from '#/platform/toast'

/** The payment screens could not be loaded: nothing has been charged, and the page goes on. */
export function tellPaymentMissing(goOn: () => void): void {
  toast.error(m.payments_gateway_failed())
  clearPaymentRequest()
  goOn()
}
