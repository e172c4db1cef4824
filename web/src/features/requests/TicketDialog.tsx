import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#/copy'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'
import { SectionError } from '#/ui/SectionError'
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
  const { data, error, refetch, isFetching } = useQuery(ticketQuery(ticketId))
  if (!data) {
    return (
      <ResponsiveDialog title={m.requests_ticket({ id: ticketId })} closeLabel={m.shell_close()} onClose={onClose}>
        {error ? (
          <SectionError
            title={m.errors_section()}
            message={error.message}
            retryLabel={m.shell_retry()}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SpinnerBlock label={m.tickets_loading()} />
        )}
      </ResponsiveDialog>
    )
  }
  const back = () => setView('details')
  if (view === 'revoke') return <RevokeTicket ticket={data} onClose={back} />
  if (view === 'reschedule') return <RescheduleTicket ticket={data} onClose={back} />
  if (view === 'cancel') return <CancelVisit ticket={data} onClose={back} />
  return <TicketDetailsView ticket={data} onOpen={setView} onClose={onClose} />
}
