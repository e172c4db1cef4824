import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { m } from '#/copy'
import { iconButtonClass } from '#/ui/IconButton'

interface PopupProps {
  title: string
  /** Called by the close button and by Escape. */
  onClose(): void
  children: ReactNode
}

const closeIcon = <X aria-hidden="true" className="size-6" />

/** A small dialog with a size of its own, never a sheet. It asks one thing and closes. */
export function Popup({
  title,
  onClose,
  className,
  style,
  children,
}: PopupProps & { className: string; style: CSSProperties }) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop z-40" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto py-1 wide:p-4">
          <Dialog.Popup style={style} className={className}>
            <header className="flex items-start justify-between gap-3 px-5 pt-4">
              <Dialog.Title className="min-w-0 break-words pt-2 font-bold text-dialog">{title}</Dialog.Title>
              <Dialog.Close aria-label={m.kit_close()} className={iconButtonClass}>
                {closeIcon}
              </Dialog.Close>
            </header>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * A third party's page that fills the screen. Closing it means leaving that page, so the close button says
 * what is left. The initial focus is on the title.
 */
export function FullScreenDialog({ title, leave, onClose, children }: PopupProps & { leave: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup
          initialFocus={heading}
          className="fixed inset-x-0 top-(--agent-banner) bottom-0 z-50 grid grid-rows-[auto_minmax(0,1fr)] bg-surface"
        >
          <header className="flex items-center justify-between gap-3 border-line border-b px-4 py-1.5">
            <Dialog.Title ref={heading} tabIndex={-1} className="min-w-0 break-words font-semibold">
              {title}
            </Dialog.Title>
            <Dialog.Close aria-label={leave} className={iconButtonClass}>
              {closeIcon}
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
