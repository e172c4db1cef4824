import type { Offline } from '#/kit/Boundary'
import { dialogLoadError } from '#/kit/lazy-part'
import { clearPaymentRequest, usePaymentRequest } from '#/state/payment-request'

interface PaymentMissingProps {
  /** Loads it again. */
  retry(): void
  /** Set while there is no network. The part loads by itself when the network is back. */
  offline?: Offline
}

/**
 * A part that a payment needs could not be loaded. Nothing has been charged. Offline, the request waits
 * in a dialog that can be closed, so that nobody is asked to pay unexpectedly later.
 * Online, the failure is shown and the request is dropped.
 */
export function PaymentMissing({ retry, offline }: PaymentMissingProps) {
  const asked = usePaymentRequest() !== undefined
  const onClose = () => {
    clearPaymentRequest()
    if (!offline) retry()
  }
  return asked && dialogLoadError({ props: { onClose }, offline })
}
