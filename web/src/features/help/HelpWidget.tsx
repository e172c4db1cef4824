import { CircleHelp } from 'lucide-react'
import { type CSSProperties, Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { api } from '#/api/client'
import { useCustomerId } from '#/api/customer'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { failedPart, late } from '#/kit/Late'
import { useBackCloses } from '#/platform/back'
import { closeChat, openChat, useChat } from '#/platform/chat'
import { cx } from '#/shared/cx'
import { useIsDesktop } from '#/shared/use-media'
import { chatOutbox, countUnsent, useChatOutbox } from '#/state/chat-outbox'
import { SpinnerBlock } from '#/ui/Spinner'

export interface HelpWidgetProps {
  /** Business customers are taken straight to the chat. */
  business: boolean
  hasActiveProducts: boolean
  /** Whether there is a chat where the customer is; else people are reached by e-mail and by phone. */
  hasChat: boolean
  /** How many answers in the chat have not been seen. */
  unseen: number
}

type View = 'closed' | 'first' | 'all'

const ChatPanel = late('chat panel', () => import('./ChatPanel'), {
  pending: () => <SpinnerBlock label={m.help_chat_loading()} />,
  failed: failedPart,
})

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

const panel =
  'absolute bottom-full left-0 mb-3 overflow-hidden rounded-card bg-surface shadow-overlay help:max-desktop:right-0 help:max-desktop:left-auto'

/** On desktop the chat stands in the other corner, because the sidebar is used meanwhile. */
const otherCorner: CSSProperties = { position: 'fixed', inset: 'auto 1rem 1rem auto', margin: 0 }

/** One button that opens a short list, and from there all ways to get help. */
export default function HelpWidget({ business, hasActiveProducts, hasChat, unseen }: HelpWidgetProps) {
  const [view, setView] = useState<View>('closed')
  const { isOpen: chat } = useChat()
  const desktop = useIsDesktop()
  const button = useRef<HTMLButtonElement>(null)
  const unsent = useUnsentCount(chat)
  const marks = [unseen > 0 && m.help_unseen({ count: unseen }), unsent > 0 && m.help_unsent_count({ count: unsent })]
  const open = chat || view !== 'closed'
  const inChat = chat && hasChat

  const close = () => {
    setView('closed')
    closeChat()
    button.current?.focus()
  }
  useBackCloses(open, close)
  const press = () => {
    if (open) close()
    else if (business || marks.some(Boolean)) openChat()
    else setView('first')
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close()
  }
  return (
    <aside aria-label={m.help_title()} onKeyDown={closeOnEscape} className={cx(place, helpSide)}>
      <div className="relative">
        {open &&
          (inChat && !desktop ? (
            <ChatPanel onClose={close} />
          ) : (
            <div
              className={cx(panel, inChat ? 'desktop:w-96' : 'w-[min(320px,calc(100vw-32px))]')}
              style={inChat ? otherCorner : undefined}
            >
              {inChat ? (
                <ChatPanel onClose={close} />
              ) : (
                <HelpPanel
                  view={chat || view === 'closed' ? 'contact' : view}
                  hasActiveProducts={hasActiveProducts}
                  onView={setView}
                  onClose={close}
                />
              )}
            </div>
          ))}
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          onClick={press}
          className="flex min-h-11 items-center gap-2 rounded-full bg-ink px-4 font-semibold text-canvas text-support desktop:shadow-overlay"
        >
          <CircleHelp aria-hidden="true" className="size-5" />
          {m.help_button()}
          {!open &&
            marks.map(
              (mark) =>
                mark && (
                  <Fragment key={mark}>
                    {' '}
                    <span className="rounded-full bg-accent px-2 text-label text-on-accent">{mark}</span>
                  </Fragment>
                ),
            )}
        </button>
        {/* Always there, so that what comes into it is read aloud. */}
        <p role="status" className="visually-hidden">
          {!inChat && marks.some(Boolean) && `${m.help_chat_title()}: ${marks.filter(Boolean).join(', ')}`}
        </p>
      </div>
    </aside>
  )
}

/** How many messages were not sent. One whose answer was lost may have arrived: where the chat is closed, the server is asked. */
function useUnsentCount(chat: boolean): number {
  const unsent = countUnsent(useChatOutbox(), useCustomerId())
  useEffect(() => {
    if (unsent === 0 || chat) return
    unwrap(api.GET('/api/Chatbots/conversation', {}))
      .then(({ messages }) => chatOutbox.remove(...messages.flatMap(({ key }) => key ?? [])))
      .catch(() => {})
  }, [unsent, chat])
  return unsent
}
