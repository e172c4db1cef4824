import { useQuery } from '@tanstack/react-query'
import { NotAvailableError, RejectedError } from '#/api/errors'
import { requestCodes } from '#/api/requests'
import { m } from '#/copy'
import {
  type RevokeGroup,
  revocationQuery,
  revokeTicket,
  type TicketDetails,
  useTicketChange,
} from '#/features/tickets/calls'
import { ticketName } from '#/features/tickets/words'
import { Dialog } from '#/kit/Dialog'
import { Loaded } from '#/kit/Loaded'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'

interface RevokeTicketProps {
  ticket: TicketDetails
  onClose(): void
}

/** Taking a request back, in two steps: first what would be taken back, then it is. */
export function RevokeTicket({ ticket, onClose }: RevokeTicketProps) {
  const query = useQuery(revocationQuery(ticket.ticketId))
  const { data: preview, error } = query
  // An answer is final; silence and trouble can be asked about again.
  const refused = error instanceof RejectedError || error instanceof NotAvailableError ? error.message : undefined
  const revoke = useTicketChange(revokeTicket, () => {
    toast.success(m.tickets_revoked())
    onClose()
  })
  const allowed = preview?.revokeAllowed && ticket.revokeAllowed
  const refusal = revoke.error?.message ?? refused ?? (preview && !allowed ? preview.message : undefined)
  const footer = (
    <div className="grid gap-3 desk:grid-cols-2">
      {allowed && (
        <Button
          wide
          variant="danger"
          busy={revoke.isPending}
          onClick={() => revoke.mutate(ticket.ticketId, { onError: () => void query.refetch() })}
          className="desk:order-last"
        >
          {m.tickets_revoke_confirm()}
        </Button>
      )}
      <Button wide variant="secondary" onClick={onClose}>
        {allowed ? m.tickets_keep() : m.tickets_back()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.tickets_revoke_title()} onClose={onClose} footer={footer} persistent>
      <div className="grid gap-4">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        {!refused && (
          <Loaded query={query} pending={<SpinnerBlock label={m.tickets_loading()} />}>
            {({ revokeTickets }) => allowed && <Preview groups={revokeTickets} />}
          </Loaded>
        )}
        {allowed && ticket.requestType === requestCodes.closure && (
          <p className="text-muted">{m.tickets_revoke_note()}</p>
        )}
      </div>
    </Dialog>
  )
}

function Preview({ groups }: { groups: RevokeGroup[] }) {
  return (
    <div className="grid gap-2">
      <p>{m.tickets_revoke_what()}</p>
      <ul className="grid gap-2 rounded-row bg-sunken p-4">
        {groups.flatMap((group) =>
          group.tickets.map(({ orderItemId, productName }) => (
            <li key={orderItemId}>{m.tickets_revoke_item({ type: ticketName(group), product: productName ?? '' })}</li>
          )),
        )}
      </ul>
    </div>
  )
}
