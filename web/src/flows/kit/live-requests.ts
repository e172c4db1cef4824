import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { api } from '#/api/client'
import { useCustomerId } from '#/api/customer'
import { once } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { kindName, type RequestCode, requestKinds } from '#/kit/request-kinds'
import { LIVE_REQUEST_TOAST_MS, toast } from '#/platform/toast'
import { byARequest, type Flow, type FlowDraft } from './define-flow'

type ParallelCheck = components['schemas']['ParallelCheck']
export type LiveTicket = components['schemas']['RevokeTicket']

const COMMENT = 'Revoke request by user'

/** What live requests on the same items mean for a new request. With `none`, the flow goes on. */
export type Revocation =
  | { name: 'none' }
  | { name: 'checking' }
  | { name: 'unchecked'; message: string }
  | { name: 'revocable'; tickets: LiveTicket[] }
  | { name: 'revoking'; tickets: LiveTicket[] }
  | { name: 'revoke-failed'; tickets: LiveTicket[]; message: string }
  /** The message is a toast. What can be done stands on the screen. */
  | { name: 'not-allowed'; tickets: LiveTicket[]; message: string }

/** Reads the check: nothing is in the way, or the customer may take it back, or only the support team can. */
export function readCheck({ revokeAllowed, revokeTickets, message }: ParallelCheck): Revocation {
  const tickets = revokeTickets.flatMap((group) => group.tickets)
  if (revokeAllowed) return tickets.length > 0 ? { name: 'revocable', tickets } : { name: 'none' }
  const kinds = new Set(revokeTickets.map(({ requestType, requestTypeName }) => kindName(requestType, requestTypeName)))
  const types = [...kinds].join(', ')
  return { name: 'not-allowed', tickets, message: types ? m.flows_live_error({ types }) : message }
}

interface Question {
  requestTypeCreating: RequestCode
  orderItemIds: number[]
}

interface RevokeOptions<Draft extends FlowDraft> {
  /** The flow that asks. Its draft keeps what was taken back. */
  flow: Pick<Flow<Draft, string>, 'change' | 'draft'>
  /** The code of the request to raise. Without a code, nothing is looked up. */
  code: RequestCode | undefined
  /** Called when no live request is in the way, or not any more. */
  onClear(): void
}

/** Looks for live requests on the chosen items before a new one, and takes them back if the customer wants. */
export function useRevokeThenRequest<Draft extends FlowDraft>({ flow, code, onClear }: RevokeOptions<Draft>) {
  const [revocation, set] = useState<Revocation>({ name: 'none' })
  const changed = useChanged()
  const userId = useCustomerId()
  const check = useMutation({
    meta: { asks: true },
    mutationFn: ({ requestTypeCreating, orderItemIds }: Question) => {
      const data = {
        userId,
        orderItemIds,
        requestTypeCreating,
        requestTypeName: requestKinds[requestTypeCreating].wireName,
      }
      return unwrap(api.POST('/api/ServiceRequests/checkIfTicketsCanExistsParallely', { body: { data } }))
    },
  })
  const revoke = useMutation({
    mutationFn: (revokeTickets: LiveTicket[]) => {
      const data = { comment: COMMENT, revokeTickets }
      return once('revoke-tickets', revokeTickets, (headers) =>
        unwrap(api.POST('/api/ServiceRequests/revokeTickets', { headers, body: { data } })),
      )
    },
    onSuccess: () => changed(...byARequest),
  })
  const goOn = () => {
    set({ name: 'none' })
    onClear()
  }
  return {
    revocation,
    /** Call this before going on with these items. */
    check: (orderItemIds: number[]) => {
      if (code === undefined) return goOn()
      set({ name: 'checking' })
      const question = { requestTypeCreating: code, orderItemIds }
      check.mutate(question, {
        onSuccess: (answer) => {
          const read = readCheck(answer)
          if (read.name === 'none') return goOn()
          if (read.name === 'not-allowed') toast.error(read.message, { durationMs: LIVE_REQUEST_TOAST_MS })
          set(read)
        },
        onError: ({ message }) => set({ name: 'unchecked', message }),
      })
    },
    /** Takes back the listed requests, to which the customer has agreed. */
    revoke: (tickets: LiveTicket[]) => {
      set({ name: 'revoking', tickets })
      revoke.mutate(tickets, {
        onSuccess: () => {
          const names = tickets.map(({ requestType, requestTypeName, productName }) =>
            m.flows_taken_back_one({ type: kindName(requestType, requestTypeName), product: productName ?? '' }),
          )
          flow.change({ takenBack: [...(flow.draft.takenBack ?? []), ...names] } as Partial<Draft>)
          goOn()
        },
        onError: ({ message }) => set({ name: 'revoke-failed', tickets, message }),
      })
    },
    dismiss: () => set({ name: 'none' }),
  }
}

export type RevokeThenRequest = ReturnType<typeof useRevokeThenRequest>
