import { Dialog } from '@base-ui/react/dialog'
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { cx } from '#/shared/cx'
import { useIsDesktop } from '#/shared/use-media'
import { iconButtonClass } from './IconButton'

export interface ResponsiveDialogProps {
  open?: boolean
  /** Called by the close button, Escape, a press outside and a swipe down. */
  onClose(): void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Above the title: a back link or the progress. */
  lead?: ReactNode
  /** The primary button. It stays visible below the scrolling body, but not in a low window. */
  footer?: ReactNode
  /** The width on desktop: 560 px, or 720 px for flows. */
  width?: 'dialog' | 'flow'
  /** On mobile: a sheet as tall as its content, or the whole screen for flows. */
  mobile?: 'sheet' | 'full'
  /** The space in px below the content, where the footer floats. The footer never covers the last row. */
  bodyPadding?: number
  /** The customer must decide, so a press outside or a swipe does not close the dialog. */
  persistent?: boolean
}

interface Parts {
  Title: typeof Dialog.Title | typeof Drawer.Title
  Close: typeof Dialog.Close | typeof Drawer.Close
}

/**
 * A dialog on desktop, a bottom sheet or full screen on mobile. The focus moves in, and back when the dialog
 * closes. In a low window, such as a phone on its side, the whole panel scrolls, because a fixed header and
 * footer would leave no room for the content.
 */
export function ResponsiveDialog(props: ResponsiveDialogProps) {
  return useIsDesktop() ? <DesktopDialog {...props} /> : <MobileSheet {...props} />
}

function DesktopDialog(props: ResponsiveDialogProps) {
  const { open = true, onClose, width = 'dialog', persistent = false } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()} disablePointerDismissal={persistent}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop z-40" />
        <Dialog.Viewport className="fixed inset-x-0 top-(--agent-banner) bottom-0 z-50 grid place-items-center overflow-y-auto p-6">
          <Dialog.Popup
            className={cx(
              'dialog-panel relative grid outline-none max-h-[calc(100dvh-var(--agent-banner)-48px)] w-full grid-rows-[auto_minmax(0,1fr)_auto] low:grid-rows-[auto_1fr_auto] low:overflow-y-auto rounded-sheet bg-surface shadow-overlay',
              width === 'flow' ? 'max-w-[720px]' : 'max-w-[560px]',
            )}
          >
            <DialogBody {...props} Title={Dialog.Title} Close={Dialog.Close} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function MobileSheet(props: ResponsiveDialogProps) {
  const { open = true, onClose, mobile = 'sheet', persistent = false } = props
  const full = mobile === 'full'
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()} disablePointerDismissal={persistent}>
      <Drawer.Portal>
        <Drawer.Backdrop className="overlay-backdrop z-40" />
        <Drawer.Viewport className="fixed inset-x-0 top-(--agent-banner) bottom-0 z-50 flex items-end justify-center">
          <Drawer.Popup
            className={cx(
              'sheet-panel relative grid outline-none w-full max-w-[640px] grid-rows-[auto_auto_minmax(0,1fr)_auto] bg-surface shadow-overlay',
              'low:grid-rows-[auto_auto_1fr_auto] low:overflow-y-auto',
              full ? 'h-[calc(100dvh-var(--agent-banner))]' : 'max-h-[calc(90dvh-var(--agent-banner))] rounded-t-sheet',
            )}
          >
            <span aria-hidden="true" className={cx('mx-auto mt-2 h-1 w-9 rounded-full bg-line', full && 'invisible')} />
            <DialogBody {...props} Title={Drawer.Title} Close={Drawer.Close} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

function DialogBody(props: ResponsiveDialogProps & Parts) {
  const { Title, Close, title, closeLabel, lead, children, footer, bodyPadding } = props
  const floating = bodyPadding !== undefined
  const body = useScrollByKeys()
  const { height, measured } = useHeight()
  const room = Math.max(bodyPadding ?? 0, height)
  return (
    <>
      {/* In a low window, the header is a single row, which leaves room for the scrolling content. */}
      <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2 desktop:px-6 desktop:pt-5 low:items-center low:pt-1 low:pb-1">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 low:flex low:flex-wrap low:items-center low:gap-x-4">
          {lead}
          <Title className="break-words pt-2 font-bold text-dialog low:pt-0">{title}</Title>
        </div>
        <Close aria-label={closeLabel} className={iconButtonClass}>
          <X aria-hidden="true" className="size-6" />
        </Close>
      </header>
      <div
        ref={body}
        className="overflow-y-auto overscroll-contain px-5 pt-1 pb-6 desktop:px-6 low:min-w-0 low:overflow-visible low:pb-6!"
        style={floating ? { paddingBottom: room, scrollPaddingBottom: height } : undefined}
      >
        {children}
      </div>
      {footer && (
        <DialogFooter floating={floating} measured={measured}>
          {footer}
        </DialogFooter>
      )}
    </>
  )
}

/** The footer's height in px. Large text, a long word or a refusal can make it higher than `bodyPadding`. */
function useHeight() {
  const [height, setHeight] = useState(0)
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const size = new ResizeObserver(() => setHeight(element.offsetHeight))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  return { height, measured }
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/** A scrolling body without focusable content gets the focus itself, so that the arrow keys can scroll it. */
function useScrollByKeys() {
  return useCallback((body: HTMLElement | null) => {
    if (!body) return
    const look = () => {
      const alone = body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE)
      if (alone) body.tabIndex = 0
      else body.removeAttribute('tabindex')
    }
    const content = new MutationObserver(look)
    const size = new ResizeObserver(look)
    content.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    size.observe(body)
    look()
    return () => {
      content.disconnect()
      size.disconnect()
    }
  }, [])
}

interface DialogFooterProps {
  floating: boolean
  measured: RefCallback<HTMLElement>
  children: ReactNode
}

function DialogFooter({ floating, measured, children }: DialogFooterProps) {
  return (
    <footer
      ref={measured}
      className={cx(
        'border-line border-t bg-surface px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] desktop:rounded-b-sheet desktop:px-6 desktop:pb-5',
        floating && 'absolute inset-x-0 bottom-0 low:static',
      )}
    >
      {children}
    </footer>
  )
}
