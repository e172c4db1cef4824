import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useChanged } from '#/api/changed'
import { api } from '#/api/client'
import { useCustomerId } from '#/api/customer'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { InlineError } from '#/kit/InlineError'
import { LoadError } from '#/kit/LoadError'
import { takeLaunch } from '#/platform/chat'
import { chatOutbox, type Unsent, useChatOutbox } from '#/state/chat-outbox'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'
import { Composer } from './Composer'
import { Message } from './Message'
import { QuickReplies } from './QuickReplies'
import { type ChatMessage, conversationQuery, messagesOf } from './queries'
import { UnsentMessage } from './UnsentMessage'
import { type Said, useSend } from './use-send'

/** The conversation between the customer and support. */
export default function ChatRoom({ onLeave }: { onLeave(): void }) {
  const customer = useCustomerId()
  const query = useInfiniteQuery(conversationQuery(customer))
  const messages = messagesOf(query.data?.pages ?? [])
  const replies = query.data?.pages[0]?.quickReplies ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const unsent = useUnsent(customer, messages)
  const { send, sendAgain } = useSend(customer)
  useLaunch(send)
  useSeen(messages)
  useSession(customer)

  const sendReply = (saying: Said['saying']) => {
    const isAsked = unsent.some((message) => message.saying === saying && message.state === 'sending')
    if (!isAsked) send({ saying })
  }

  if (query.data === undefined) {
    const why = query.error?.message ?? (query.isPaused && m.kit_offline())
    if (!why) return <SpinnerBlock label={m.help_chat_loading()} />
    return (
      <div className="p-4">
        <LoadError
          title={m.help_chat_failed()}
          message={why}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return (
    <>
      <Scrolled end={[messages.at(-1)?.id, ...unsent.map(({ key, state }) => key + state)].join()}>
        {query.isFetchNextPageError && <InlineError>{query.error.message}</InlineError>}
        {query.hasNextPage && (
          <Button variant="quiet" compact busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.help_earlier()}
          </Button>
        )}
        {messages.length + unsent.length === 0 && (
          <p className="py-6 text-center text-muted text-support">{m.help_chat_empty()}</p>
        )}
        <div role="log" aria-label={m.help_messages()}>
          <ol className="grid grid-cols-1 gap-2">
            {messages.map((message, index) => (
              <Dated key={message.id} message={message} before={messages[index - 1]}>
                <Message
                  message={message}
                  mayPay={index === messages.length - 1 && replies.some(({ due }) => due)}
                  onLeave={onLeave}
                />
              </Dated>
            ))}
            {unsent.map((message) => (
              <li key={message.key} className="grid grid-cols-1">
                <UnsentMessage
                  message={message}
                  onAgain={() => {
                    field.current?.focus()
                    sendAgain(message)
                  }}
                  onDrop={() => {
                    field.current?.focus()
                    chatOutbox.remove(message.key)
                  }}
                />
              </li>
            ))}
          </ol>
        </div>
        <QuickReplies replies={replies} onAsk={sendReply} />
      </Scrolled>
      <Composer field={field} customer={customer} onSend={send} />
    </>
  )
}

/**
 * The messages that are not known to have arrived.
 * A message in the conversation has arrived, even without a response.
 */
function useUnsent(customer: number, messages: ChatMessage[]): Unsent[] {
  const outbox = useChatOutbox()
  const arrived = new Set(messages.map(({ key }) => key))
  const known = outbox.filter(({ key }) => arrived.has(key)).map(({ key }) => key)
  useEffect(() => chatOutbox.remove(...known))
  return outbox.filter((message) => message.customer === customer && !arrived.has(message.key))
}

/** Sends the question that the chat was opened for. */
function useLaunch(send: (what: Said) => void) {
  const latest = useRef(send)
  useEffect(() => {
    if (takeLaunch() === 'area') latest.current({ saying: 'ask_area' })
  }, [])
}

/** Marks the newest answer of support as seen while the chat is open and the tab is visible. */
function useSeen(messages: ChatMessage[]) {
  const changed = useChanged()
  const latest = messages.findLast(({ author }) => author === 'staff')?.id
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (latest === undefined || latest === told.current || document.hidden) return
    told.current = latest
    unwrap(api.POST('/api/Chatbots/markSeen', { body: { messageId: latest } }))
      .then(() => changed('dashboard'))
      .catch(() => {
        told.current = undefined
      })
  })
}

/**
 * Tells the server that the chat has started, as with every chat provider. Nothing waits for the response.
 */
function useSession(userId: number) {
  useEffect(() => {
    const tellServer = async () => {
      const { uniqueUserSessionId } = await unwrap(api.GET('/api/Haptiks/generateUserAndSessionMap', {}))
      const body = { uniqueUserSessionId, userId, active: true }
      await unwrap(api.POST('/api/Chatbots/upsertUserAndSessionMap', { body }))
    }
    tellServer().catch(() => {})
  }, [userId])
}

/** A scrollable area. It stays at its end until the customer scrolls up. */
function Scrolled({ end, children }: { end: string; children: ReactNode }) {
  const room = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  const onScroll = () => {
    const { current: box } = room
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 80
  }
  const attach = useCallback((box: HTMLElement | null) => {
    if (!box) return
    room.current = box
    const size = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight
    })
    size.observe(box)
    return () => {
      size.disconnect()
      room.current = null
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes in at the end moves it
  useLayoutEffect(() => {
    if (atEnd.current && room.current) room.current.scrollTop = room.current.scrollHeight
  }, [end])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keys
    <div ref={attach} onScroll={onScroll} tabIndex={0} className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4">
      {children}
    </div>
  )
}

/** A message. If its day differs from that of the message before, the day is shown above it. */
function Dated({ message, before, children }: { message: ChatMessage; before?: ChatMessage; children: ReactNode }) {
  const day = formatDay(message.at)
  return (
    <li className="grid grid-cols-1 gap-2">
      {day !== formatDay(before?.at) && <p className="py-1 text-center text-label text-muted">{day}</p>}
      {children}
    </li>
  )
}
