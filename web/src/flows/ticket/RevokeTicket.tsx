import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { NotAvailableError, RejectedError } from '#/api/errors'
import { m } from '#/copy'
import {
  type RevokeGroup,
  type RevokePreview,
  revokeTicket,
  type TicketDetails,
  useTicketChange,
} from '#/features/tickets/calls'
import { revocationQuery } from '#/features/tickets/queries'
import { ticketName } from '#/features/tickets/words'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { requestCodes } from '#/kit/request-kinds'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'

interface RevokeTicketProps {
  ticket: TicketDetails
  onClose(): void
}

/** Takes a request back in two steps: first it shows what would be taken back, then it does so. */
export function RevokeTicket({ ticket, onClose }: RevokeTicketProps) {
  const query = useQuery(revocationQuery(useCustomerId(), ticket.ticketId))
  const { data: preview, error } = query
  // A refusal is final. No response, or a server error, can be retried.
  const refused = error instanceof RejectedError || error instanceof NotAvailableError ? error.message : undefined
  const revoke = useTicketChange(revokeTicket, () => {
    toast.success(m.ticket_revoked())
    onClose()
  })
  const allowed = preview?.revokeAllowed && ticket.revokeAllowed
  const refusal = refused ?? (preview && !allowed ? whyNot(preview) : undefined)
  const takeBack = () => revoke.mutate(ticket.ticketId, { onError: () => void query.refetch() })
  const footer = (
    <div className="button-pair">
      {allowed && (
        <Button wide variant="danger" busy={revoke.isPending} onClick={takeBack}>
          {m.ticket_revoke_confirm()}
        </Button>
      )}
      <Button wide variant="secondary" onClick={onClose}>
        {allowed ? m.flows_keep() : m.kit_back()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.ticket_revoke_title()} onClose={onClose} footer={footer} persistent>
      <div className="grid gap-4">
        <ActionError error={revoke.error} busy={revoke.isPending} onRetry={takeBack} />
        <InlineError>{!revoke.error && refusal}</InlineError>
        {!refused && (
          <QueryContent
            query={query}
            pending={<SpinnerBlock label={m.ticket_loading()} />}
            failed={m.ticket_failed()}
            age={dataAge}
          >
            {({ revokeTickets }) => allowed && <Preview groups={revokeTickets} />}
          </QueryContent>
        )}
        {allowed && ticket.requestType === requestCodes.closure && (
          <p className="text-muted">{m.ticket_revoke_note()}</p>
        )}
      </div>
    </Dialog>
  )
}

/** If our team has already started with a request, only support can take it back. */
function whyNot({ revokeTickets, message }: RevokePreview): string {
  const types = [...new Set(revokeTickets.map(ticketName))].join(', ')
  return types ? m.flows_live_error({ types }) : message
}

function Preview({ groups }: { groups: RevokeGroup[] }) {
  return (
    <div className="grid gap-2">
      <p>{m.ticket_revoke_what()}</p>
      <ul className="grid gap-2 rounded-row bg-sunken p-4">
        {groups.flatMap((group) =>
          group.tickets.map(({ orderItemId, productName }) => (
            <li key={orderItemId}>{m.ticket_revoke_item({ type: ticketName(group), product: productName ?? '' })}</li>
          )),
        )}
      </ul>
    </div>
  )
}
