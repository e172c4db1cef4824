import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#/copy'
import { Confirm, Dialog } from '#/kit/Dialog'
import { DialogFooterProvider, useDialogFooter } from '#/ui/DialogFooter'
import type { Leaving } from './flow'

/** Room below the content of a request flow, in px. */
export const REQUEST_DIALOG_PADDING = 150

export interface FlowFrameProps {
  title: string
  /** "Step 1 of 5" or the progress ring. */
  progress?: ReactNode
  footer?: ReactNode
  /** From useFlow: asks before something chosen is lost. */
  leaving?: Leaving
  onClose(): void
  children: ReactNode
}

/** Title, progress and close of a request flow: a wide dialog on desktop, the whole screen on mobile. */
export function FlowFrame({ title, progress, footer, leaving, onClose, children }: FlowFrameProps) {
  const below = useDialogFooter()
  return (
    <Dialog
      title={title}
      lead={progress}
      footer={footer ?? below.footer}
      onClose={onClose}
      width="flow"
      mobile="full"
      bodyPadding={REQUEST_DIALOG_PADDING}
    >
      <DialogFooterProvider value={below.place}>{children}</DialogFooterProvider>
      {leaving?.status === 'blocked' && (
        <Confirm
          title={m.requests_leave_title()}
          confirmLabel={m.requests_leave()}
          cancelLabel={m.requests_stay()}
          danger
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          {m.requests_leave_text()}
        </Confirm>
      )}
    </Dialog>
  )
}

/** What a step is about; whoever comes to it hears this first. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // The screen before may have been left far down.
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <h3 ref={heading} tabIndex={-1} className="pb-4 font-bold text-card outline-none">
      {children}
    </h3>
  )
}

export function StepCount({ step, total }: { step: number; total: number }) {
  return <p className="text-muted text-support">{m.requests_step_of({ step, total })}</p>
}
