import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { Button, type ButtonProps } from '#/ui/Button'

/**
 * A button that starts a payment.
 * Offline, it is disabled and says why: the sum on screen may be paid by now, and a press could only fail.
 */
export function PayButton(props: Omit<ButtonProps, 'disabled' | 'disabledReason'>) {
  return <Button {...props} disabled={!useOnline()} disabledReason={m.kit_pay_offline()} />
}
