import type { ReactNode } from 'react'
import { Button } from './Button'
import { ResponsiveDialog } from './ResponsiveDialog'

export interface ConfirmDialogProps {
  open?: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** The last step of something that cannot be undone. */
  danger?: boolean
  busy?: boolean
  onConfirm(): void
  onCancel(): void
}

/** Names the loss, a verb on the button, and an equally large way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, closeLabel, danger, busy, onConfirm, onCancel } = props
  const footer = (
    <div className="button-pair">
      <Button wide variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button wide variant="secondary" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
  return (
    <ResponsiveDialog open={open} onClose={onCancel} title={title} closeLabel={closeLabel} footer={footer} persistent>
      {children}
    </ResponsiveDialog>
  )
}
