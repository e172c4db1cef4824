import type { Offline } from '#/kit/Boundary'
import { failedDialog } from '#/kit/Late'
import { clearPaymentRequest, usePaymentRequest } from '#/state/payment-request'

interface PaymentMissingProps {
  /** Loads it once more. */
  retry(): void
  /** There is no network; it comes by itself when that is back. */
  offline?: Offline
}

/**
 * What is needed for a payment could not be loaded; nothing has been charged. Without a network what was asked for waits,
 * where it can be seen and closed: nobody is asked to pay who does not expect it. With one it is said and given up.
 */
export function PaymentMissing({ retry, offline }: PaymentMissingProps) {
  const asked = usePaymentRequest() !== undefined
  const onClose = () => {
    clearPaymentRequest()
    if (!offline) retry()
  }
  return asked && failedDialog({ props: { onClose }, offline })
}
