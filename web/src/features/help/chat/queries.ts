import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { mayPrefetch } from '#/platform/connection'

export type Conversation = components['schemas']['Conversation']
export type ChatMessage = components['schemas']['ChatMessage']
export type QuickReply = components['schemas']['QuickReply']

/** Without the event stream (`app/live-service`), an open chat polls. Milliseconds. */
const POLL_MS = 15_000

/** The conversation, newest page first. Each further page holds the messages before it. */
export const conversationQuery = (customer: number) =>
  infiniteQueryOptions({
    queryKey: customerKey(customer, 'chat'),
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/Chatbots/conversation', { params: { query: { before: pageParam || undefined } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ earlier, messages }: Conversation) => (earlier ? messages[0]?.id : undefined),
    refetchInterval: () => (mayPrefetch() ? false : POLL_MS),
  })

/** All loaded messages, oldest first. */
export function messagesOf(pages: Conversation[]): ChatMessage[] {
  return pages.toReversed().flatMap(({ messages }) => messages)
}
