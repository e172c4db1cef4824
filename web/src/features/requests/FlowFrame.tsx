import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { m } from '#/copy'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'
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

interface FooterPlace {
  element: HTMLElement | null
  /** Makes room for a footer until the returned undo is called. */
  claim(): () => void
}

const FooterContext = createContext<FooterPlace>({ element: null, claim: () => () => {} })

/** Title, progress and close of a request flow: a wide dialog on desktop, the whole screen on mobile. */
export function FlowFrame({ title, progress, footer, leaving, onClose, children }: FlowFrameProps) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [claims, setClaims] = useState(0)
  const claim = useCallback(() => {
    setClaims((count) => count + 1)
    return () => setClaims((count) => count - 1)
  }, [])
  const place = useMemo(() => ({ element, claim }), [element, claim])
  return (
    <ResponsiveDialog
      title={title}
      lead={progress}
      footer={footer ?? (claims > 0 && <div ref={setElement} className="grid gap-3" />)}
      onClose={onClose}
      closeLabel={m.shell_close()}
      width="flow"
      mobile="full"
      bodyPadding={REQUEST_DIALOG_PADDING}
    >
      <FooterContext.Provider value={place}>{children}</FooterContext.Provider>
      {leaving?.status === 'blocked' && (
        <ConfirmDialog
          title={m.requests_leave_title()}
          confirmLabel={m.requests_leave()}
          cancelLabel={m.requests_stay()}
          closeLabel={m.shell_close()}
          danger
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          {m.requests_leave_text()}
        </ConfirmDialog>
      )}
    </ResponsiveDialog>
  )
}

/** What a step keeps in sight below its content: its primary button and what stands in its way. */
export function FlowFooter({ children }: { children: ReactNode }) {
  const { element, claim } = useContext(FooterContext)
  useLayoutEffect(claim, [claim])
  return element && createPortal(children, element)
}

/** What a step is about; whoever comes to it hears this first. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="pb-4 font-bold text-card outline-none">
      {children}
    </h3>
  )
}

export function StepCount({ step, total }: { step: number; total: number }) {
  return <p className="text-muted text-support">{m.requests_step_of({ step, total })}</p>
}
