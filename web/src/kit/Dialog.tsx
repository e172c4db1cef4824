import { m } from '#/copy'
import { useBackCloses } from '#/platform/back'
import { ConfirmDialog, type ConfirmDialogProps } from '#/ui/ConfirmDialog'
import { ResponsiveDialog, type ResponsiveDialogProps } from '#/ui/ResponsiveDialog'
import { mayLeave } from './may-leave'

export type DialogProps = Omit<ResponsiveDialogProps, 'closeLabel'>

/** A dialog of the product with the usual close label. It stays open while something is being sent. */
export function Dialog({ onClose, ...props }: DialogProps) {
  return <ResponsiveDialog {...props} onClose={() => mayLeave() && onClose()} closeLabel={m.kit_close()} />
}

/** Asks one question before an action. The phone's Back answers it like the close button. */
export function Confirm({ onCancel, ...props }: Omit<ConfirmDialogProps, 'closeLabel'>) {
  const { open = true } = props
  const cancel = () => mayLeave() && onCancel()
  useBackCloses(open, cancel)
  return <ConfirmDialog {...props} onCancel={cancel} closeLabel={m.kit_close()} />
}

/** A question of a call in progress. Closing it answers the call, so it may close while something is sent. */
export function Question({ onClose, ...props }: DialogProps) {
  useBackCloses(true, onClose)
  return <ResponsiveDialog {...props} onClose={onClose} closeLabel={m.kit_close()} persistent />
}
