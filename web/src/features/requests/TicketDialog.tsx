import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { Loaded } from '#/kit/Loaded'
import { SpinnerBlock } from '#/ui/Spinner'
import { CancelVisit } from './CancelVisit'
import { RescheduleTicket } from './RescheduleTicket'
import { RevokeTicket } from './RevokeTicket'
import { TicketDetailsView, type TicketView } from './TicketDetailsView'
import { ticketQuery } from './ticket-calls'

interface TicketDialogProps {
  ticketId: string
  onClose(): void
}

/** One request: all that is known about it, and what the customer may do about it. */
export default function TicketDialog({ ticketId, onClose }: TicketDialogProps) {
  const [view, setView] = useState<TicketView>('details')
  const query = useQuery(ticketQuery(ticketId))
  const { data } = query
  if (!data) {
    return (
      <Dialog title={m.requests_ticket({ id: ticketId })} onClose={onClose}>
        <Loaded query={query} pending={<SpinnerBlock label={m.tickets_loading()} />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  }
  const back = () => setView('details')
  if (view === 'revoke') return <RevokeTicket ticket={data} onClose={back} />
  if (view === 'reschedule') return <RescheduleTicket ticket={data} onClose={back} />
  if (view === 'cancel') return <CancelVisit ticket={data} onClose={back} />
  return <TicketDetailsView ticket={data} onOpen={setView} onClose={onClose} />
}
