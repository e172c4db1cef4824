import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { Button, type ButtonProps } from '#/ui/Button'

/**
 * Begins a payment. Without a network it cannot be pressed, and says so beside it: the sum on screen may be paid by now,
 * and whoever presses it could only be told of a failure.
 */
export function PayButton(props: Omit<ButtonProps, 'disabled' | 'disabledReason'>) {
  return <Button {...props} disabled={!useOnline()} disabledReason={m.kit_pay_offline()} />
}
