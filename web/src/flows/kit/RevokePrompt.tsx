import { kindName } from '#/api/requests'
import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { Notice } from '#/ui/Notice'
import type { LiveTicket, RevokeThenRequest } from './live-requests'

/** What the check before a request has found: a question about live requests, or why it goes no further. */
export function RevokePrompt({ revocation, revoke, dismiss }: RevokeThenRequest) {
  switch (revocation.name) {
    case 'unchecked':
    case 'not-allowed':
      return <Notice tone="danger">{revocation.message}</Notice>
    case 'revocable':
    case 'revoking':
    case 'revoke-failed':
      return (
        <Confirm
          title={m.requests_live_question()}
          confirmLabel={m.requests_live_revoke()}
          cancelLabel={m.requests_live_keep()}
          busy={revocation.name === 'revoking'}
          onConfirm={() => revoke(revocation.tickets)}
          onCancel={dismiss}
        >
          <LiveTickets tickets={revocation.tickets} />
          {revocation.name === 'revoke-failed' && (
            <Notice tone="danger" className="mt-3">
              {revocation.message}
            </Notice>
          )}
        </Confirm>
      )
    default:
      return null
  }
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
