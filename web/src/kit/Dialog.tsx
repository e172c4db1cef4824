import { m } from '#/copy'
import { ConfirmDialog, type ConfirmDialogProps } from '#/ui/ConfirmDialog'
import { ResponsiveDialog, type ResponsiveDialogProps } from '#/ui/ResponsiveDialog'

export type DialogProps = Omit<ResponsiveDialogProps, 'closeLabel'>

/** A dialog of the product; its X says what every X says. */
export function Dialog(props: DialogProps) {
  return <ResponsiveDialog {...props} closeLabel={m.shell_close()} />
}

/** One question before something is done. */
export function Confirm(props: Omit<ConfirmDialogProps, 'closeLabel'>) {
  return <ConfirmDialog {...props} closeLabel={m.shell_close()} />
}
