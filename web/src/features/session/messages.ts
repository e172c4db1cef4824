import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Message = components['schemas']['Message']

/** The messages to the customer, newest first. Each page starts before the last message of the former one. */
export const messagesQuery = (customer: number) =>
  infiniteQueryOptions({
    queryKey: customerKey(customer, 'messages'),
    queryFn: ({ pageParam: before }) => {
      const params = { path: { id: customer }, query: before ? { before } : {} }
      return unwrap(api.GET('/api/RMUsers/{id}/getMessages', { params }))
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
  })
