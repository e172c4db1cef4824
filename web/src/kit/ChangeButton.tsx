import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { Button, type ButtonProps } from '#/ui/Button'

/**
 * A button that starts a change of what is on screen.
 * Offline, the data may have changed since, so the button is disabled and says why.
 */
export function ChangeButton(props: Omit<ButtonProps, 'disabled' | 'disabledReason'>) {
  return <Button {...props} disabled={!useOnline()} disabledReason={m.kit_change_offline()} />
}
