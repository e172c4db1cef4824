import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { Button, type ButtonProps } from '#/ui/Button'

/**
 * Begins a change of what is on screen. Without a network that may have changed since, so it cannot be pressed, and says
 * so beside it.
 */
export function ChangeButton(props: Omit<ButtonProps, 'disabled' | 'disabledReason'>) {
  return <Button {...props} disabled={!useOnline()} disabledReason={m.kit_change_offline()} />
}
