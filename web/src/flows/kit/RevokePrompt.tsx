import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { InlineError } from '#/kit/InlineError'
import { kindName, requestCodes } from '#/kit/request-kinds'
import type { LiveTicket, RevokeThenRequest } from './live-requests'
import { SeeTicket } from './Refusal'

/** The result of the check before a request: a question about live requests, or why the flow cannot go on. */
export function RevokePrompt({ revocation, revoke, dismiss }: RevokeThenRequest) {
  switch (revocation.name) {
    case 'unchecked':
      return <InlineError>{revocation.message}</InlineError>
    case 'not-allowed':
      return (
        <InlineError>{revocation.tickets.length > 0 && <WhatCanBeDone tickets={revocation.tickets} />}</InlineError>
      )
    case 'revocable':
    case 'revoking':
    case 'revoke-failed':
      return (
        <Confirm
          title={m.flows_live_question()}
          confirmLabel={m.flows_live_revoke()}
          cancelLabel={m.flows_live_keep()}
          busy={revocation.name === 'revoking'}
          onConfirm={() => revoke(revocation.tickets)}
          onCancel={dismiss}
        >
          <LiveTickets tickets={revocation.tickets} />
          <p className="pt-3">{m.flows_live_at_once()}</p>
          <InlineError className="mt-3">{revocation.name === 'revoke-failed' && revocation.message}</InlineError>
        </Confirm>
      )
    default:
      return null
  }
}

/** Says why each request is in the way, where it is, and how to go on without it. */
function WhatCanBeDone({ tickets }: { tickets: LiveTicket[] }) {
  return (
    <>
      <ul className="grid max-h-[30dvh] gap-3 overflow-y-auto">
        {tickets.map((ticket) => (
          <li key={`${ticket.ticketId} ${ticket.orderItemId}`} className="grid justify-items-start gap-2">
            {whyLive(ticket)}
            <SeeTicket ticketId={ticket.ticketId} />
          </li>
        ))}
      </ul>
      <p className="pt-3">{m.flows_live_without()}</p>
    </>
  )
}

function whyLive({ requestType, requestTypeName, productName, status, revokeAllowed }: LiveTicket): string {
  const words = { type: kindName(requestType, requestTypeName), product: productName ?? '' }
  if (revokeAllowed) return m.flows_live_open(words)
  if (status !== 'in_progress') return m.flows_live_fixed(words)
  return requestType === requestCodes.transfer ? m.flows_live_accepted(words) : m.flows_live_begun(words)
}

function LiveTickets({ tickets }: { tickets: LiveTicket[] }) {
  return (
    <ul className="grid gap-2">
      {tickets.map((ticket) => (
        <li key={`${ticket.ticketId} ${ticket.orderItemId}`} className="rounded-row bg-sunken p-3">
          <p className="font-semibold">{kindName(ticket.requestType, ticket.requestTypeName)}</p>
          <p className="text-muted text-support">{ticket.productName}</p>
        </li>
      ))}
    </ul>
  )
}
