import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { mayPrefetch } from '#/platform/connection'

export type Conversation = components['schemas']['Conversation']
export type ChatMessage = components['schemas']['ChatMessage']
export type QuickReply = components['schemas']['QuickReply']

/** Without the stream of changes (`app/live-service`) an open chat asks by itself. */
const POLL_MS = 15_000

/** The newest page first; each further one is what was said before. */
export const conversationQuery = (customer: number) =>
  infiniteQueryOptions({
    queryKey: customerKey(customer, 'chat'),
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/Chatbots/conversation', { params: { query: { before: pageParam || undefined } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ earlier, messages }: Conversation) => (earlier ? messages[0]?.id : undefined),
    refetchInterval: () => (mayPrefetch() ? false : POLL_MS),
  })

/** All that is known of it, the oldest first. */
export function messagesOf(pages: Conversation[]): ChatMessage[] {
  return pages.toReversed().flatMap(({ messages }) => messages)
}
