import { CircleHelp } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '#/copy'
import { closeChat, openChat, useChatOpen } from '#/platform/chat'
import { cx } from '#/shared/cx'
import { AllOptions } from './AllOptions'
import { ChatPanel } from './ChatPanel'
import { FirstOptions } from './FirstOptions'

export interface HelpWidgetProps {
  /** Business customers are taken straight to the chat. */
  business: boolean
  hasActiveProducts: boolean
}

type View = 'closed' | 'first' | 'all'

/** Bottom-left, or bottom-right at widths of 696 to 1100 px. */
export const helpPosition = 'left-4 help:max-desk:right-4 help:max-desk:left-auto'

/** One button in a corner that opens a short list, and from there all ways to get help. */
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
  const press = () => {
    if (open) close()
    else if (business) openChat()
    else setView('first')
  }
  const chatFromMenu = () => {
    setView('closed')
    openChat()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close()
  }
  return (
    <aside
      aria-label={m.help_title()}
      onKeyDown={closeOnEscape}
      className={cx('fixed bottom-4 z-20 print:hidden', helpPosition)}
    >
      {open && (
        <div className="absolute bottom-full left-0 mb-3 w-[min(320px,calc(100vw-32px))] overflow-hidden rounded-card bg-surface shadow-overlay help:max-desk:right-0 help:max-desk:left-auto">
          {chat && <ChatPanel onClose={close} />}
          {!chat && view === 'first' && (
            <FirstOptions
              hasActiveProducts={hasActiveProducts}
              onChat={chatFromMenu}
              onSeeAll={() => setView('all')}
              onLeave={close}
            />
          )}
          {!chat && view === 'all' && (
            <AllOptions
              hasActiveProducts={hasActiveProducts}
              onChat={chatFromMenu}
              onBack={() => setView('first')}
              onLeave={close}
            />
          )}
        </div>
      )}
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        onClick={press}
        className="flex min-h-12 items-center gap-2 rounded-full bg-ink px-4 font-semibold text-canvas text-support shadow-overlay"
      >
        <CircleHelp aria-hidden="true" className="size-5" />
        {m.help_button()}
      </button>
    </aside>
  )
}
