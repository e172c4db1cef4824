import type { ReactNode } from 'react'
import { Dialog } from '#/kit/Dialog'

interface StatusDialogProps {
  title: string
  icon: ReactNode
  children: ReactNode
  /** The buttons, the safe one first. */
  actions?: ReactNode
  onClose(): void
}

/** The status of the payment. The dialog does not close by accident, and screen readers announce changes. */
export function StatusDialog({ title, icon, children, actions, onClose }: StatusDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} persistent footer={actions && <div className="grid gap-3">{actions}</div>}>
      <div role="status" className="flex items-start gap-4 py-2">
        {icon}
        <div className="grid min-w-0 flex-1 gap-2 text-muted">{children}</div>
      </div>
    </Dialog>
  )
}
