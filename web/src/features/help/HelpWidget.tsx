import { CircleHelp } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '#/copy'
import { failedPart, late } from '#/kit/Late'
import { useBackCloses } from '#/platform/back'
import { closeChat, openChat, useChatOpen } from '#/platform/chat'
import { cx } from '#/shared/cx'
import { SpinnerBlock } from '#/ui/Spinner'

export interface HelpWidgetProps {
  /** Business customers are taken straight to the chat. */
  business: boolean
  hasActiveProducts: boolean
}

type View = 'closed' | 'first' | 'all'

const HelpPanel = late('help', () => import('./HelpPanel'), {
  pending: () => <SpinnerBlock label={m.help_title()} />,
  failed: failedPart,
})

/**
 * The bottom of the window. On desktop a corner that nothing else uses, because the sidebar ends above it; else a bar
 * from edge to edge, because a corner of a phone always lies over something. Where a bar would take too much of a low
 * window, it is the end of the page.
 */
const place =
  'z-20 border-line border-t bg-canvas px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] print:hidden max-desktop:tall:fixed max-desktop:tall:inset-x-0 max-desktop:tall:bottom-0 desktop:fixed desktop:bottom-4 desktop:left-4 desktop:border-0 desktop:bg-transparent desktop:p-0'

/** Left, or right at widths of 696 to 1100 px. */
export const helpSide = 'flex justify-start help:max-desktop:justify-end'

/** One button that opens a short list, and from there all ways to get help. */
export default function HelpWidget({ business, hasActiveProducts }: HelpWidgetProps) {
  const [view, setView] = useState<View>('closed')
  const chat = useChatOpen()
  const button = useRef<HTMLButtonElement>(null)
  const open = chat || view !== 'closed'

  const close = () => {
    setView('closed')
    closeChat()
    button.current?.focus()
  }
  useBackCloses(open, close)
  const press = () => {
    if (open) close()
    else if (business) openChat()
    else setView('first')
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close()
  }
  return (
    <aside aria-label={m.help_title()} onKeyDown={closeOnEscape} className={cx(place, helpSide)}>
      <div className="relative">
        {open && (
          <div className="absolute bottom-full left-0 mb-3 w-[min(320px,calc(100vw-32px))] overflow-hidden rounded-card bg-surface shadow-overlay help:max-desktop:right-0 help:max-desktop:left-auto">
            <HelpPanel
              view={chat || view === 'closed' ? 'chat' : view}
              hasActiveProducts={hasActiveProducts}
              onView={setView}
              onClose={close}
            />
          </div>
        )}
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          onClick={press}
          className="flex min-h-11 items-center gap-2 rounded-full bg-ink px-4 font-semibold text-canvas text-support desktop:shadow-overlay"
        >
          <CircleHelp aria-hidden="true" className="size-5" />
          {m.help_button()}
        </button>
      </div>
    </aside>
  )
}
