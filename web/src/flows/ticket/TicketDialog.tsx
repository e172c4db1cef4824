import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { m } from '#/copy'
import { ticketQuery } from '#/features/tickets/calls'
import { Dialog } from '#/kit/Dialog'
import { Loaded } from '#/kit/Loaded'
import type { DialogProps } from '#/shared/dialog-props'
import { SpinnerBlock } from '#/ui/Spinner'
import { CancelVisit } from './CancelVisit'
import { ChangeAddress } from './ChangeAddress'
import { RescheduleTicket } from './RescheduleTicket'
import { RevokeTicket } from './RevokeTicket'
import { TicketDetailsView } from './TicketDetailsView'

/**
 * One request: all that is known about it, and what the customer may do about it. What is open stands in the address,
 * so that the phone's Back goes from an action to the request, and from there to the page.
 */
export default function TicketDialog({ step, onClose, onBack }: DialogProps) {
  const ticketId = useSearch({ from: '__root__', select: (search) => search.ticketId ?? '' })
  const navigate = useNavigate()
  const query = useQuery(ticketQuery(ticketId))
  const { data } = query
  if (!data) {
    return (
      <Dialog title={m.tickets_number({ id: ticketId })} onClose={onClose}>
        <Loaded query={query} pending={<SpinnerBlock label={m.tickets_loading()} />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  }
  switch (step) {
    case 'revoke':
      return <RevokeTicket ticket={data} onClose={onBack} />
    case 'reschedule':
      return <RescheduleTicket ticket={data} onClose={onBack} />
    case 'address':
      return <ChangeAddress ticket={data} onClose={onBack} />
    case 'cancel':
      return <CancelVisit ticket={data} onClose={onBack} />
    default:
      return (
        <TicketDetailsView
          ticket={data}
          onOpen={(ticketView) => void navigate({ to: '.', search: (search) => ({ ...search, ticketView }) })}
          onClose={onClose}
        />
      )
  }
}
