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
  /** The action cannot be undone. */
  danger?: boolean
  busy?: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks for a confirmation. The title names the loss, the button has a verb, and Cancel is equally large. */
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
