import { CircleHelp } from 'lucide-react'
import { type CSSProperties, Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { api } from '#/api/client'
import { useCustomerId } from '#/api/customer'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { lazyPart, partLoadError } from '#/kit/lazy-part'
import { useBackCloses } from '#/platform/back'
import { closeChat, openChat, useChat } from '#/platform/chat'
import { cx } from '#/shared/cx'
import { useIsDesktop } from '#/shared/use-media'
import { chatOutbox, countUnsent, useChatOutbox } from '#/state/chat-outbox'
import { SpinnerBlock } from '#/ui/Spinner'

export interface HelpWidgetProps {
  /** Business customers go straight to the chat. */
  business: boolean
  hasActiveProducts: boolean
  /** Whether the chat is available to this customer. If not, support is reached by e-mail and phone. */
  hasChat: boolean
  /** The number of chat answers that the customer has not seen. */
  unseen: number
}

type View = 'closed' | 'first' | 'all'

const ChatPanel = lazyPart('chat panel', () => import('./ChatPanel'), {
  pending: () => <SpinnerBlock label={m.help_chat_loading()} />,
  failed: partLoadError,
})

const HelpPanel = lazyPart('help', () => import('./HelpPanel'), {
  pending: () => <SpinnerBlock label={m.help_title()} />,
  failed: partLoadError,
})

/**
 * At the bottom of the window. On desktop it is in a corner that nothing else uses, because the sidebar ends
 * above it. On mobile it is a bar from edge to edge, because a button in a corner of a phone always covers
 * something. In a low window, where a bar would take too much height, it is at the end of the page.
 */
const place =
  'border-line border-t bg-canvas px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] print:hidden max-desktop:tall:fixed max-desktop:tall:inset-x-0 max-desktop:tall:bottom-0 desktop:fixed desktop:bottom-4 desktop:left-4 desktop:border-0 desktop:bg-transparent desktop:p-0'

/** On the left, but on the right at widths from 696 to 1100 px. */
export const helpSide = 'flex justify-start help:max-desktop:justify-end'

const panel =
  'absolute bottom-full left-0 mb-3 overflow-hidden rounded-card bg-surface shadow-overlay help:max-desktop:right-0 help:max-desktop:left-auto'

/** On desktop the chat is in the other corner, so that the sidebar stays usable. */
const otherCorner: CSSProperties = { position: 'fixed', inset: 'auto 1rem 1rem auto', margin: 0 }

/** A button that opens a short list, which leads to all help options. */
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
    // An open panel may reach up to the header, which stands lower while a notice is above it.
    <aside
      aria-label={m.help_title()}
      onKeyDown={closeOnEscape}
      className={cx(place, helpSide, open ? 'z-30' : 'z-20')}
    >
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
        {/* Always rendered, so that screen readers announce what appears in it. */}
        <p role="status" className="visually-hidden">
          {!inChat && marks.some(Boolean) && `${m.help_chat_title()}: ${marks.filter(Boolean).join(', ')}`}
        </p>
      </div>
    </aside>
  )
}

/**
 * The number of messages that were not sent.
 * A message without a response may still have arrived, so ask the server while the chat is closed.
 */
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
