import type { ReactNode } from 'react'
import { m } from '#/copy'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'

/** Room below the content of a request flow, in px. */
export const REQUEST_DIALOG_PADDING = 150

export interface FlowFrameProps {
  title: string
  /** "Step 1 of 5" or the progress ring. */
  progress?: ReactNode
  footer?: ReactNode
  onClose(): void
  children: ReactNode
}

/** Title, progress and close of a request flow: a wide dialog on desktop, the whole screen on mobile. */
export function FlowFrame({ title, progress, footer, onClose, children }: FlowFrameProps) {
  return (
    <ResponsiveDialog
      title={title}
      lead={progress}
      footer={footer}
      onClose={onClose}
      closeLabel={m.shell_close()}
      width="flow"
      mobile="full"
      bodyPadding={REQUEST_DIALOG_PADDING}
    >
      {children}
    </ResponsiveDialog>
  )
}

export function StepCount({ step, total }: { step: number; total: number }) {
  return <p className="text-muted text-support">{m.requests_step_of({ step, total })}</p>
}
