import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Address } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { refundWayQuery } from '#/features/refund/calls'
import { ticketQuery } from '#/features/tickets/queries'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { QueryContent } from '#/kit/QueryContent'
import type { DialogProps } from '#/shared/dialog-props'
import { SpinnerBlock } from '#/ui/Spinner'
import { CancelVisit } from './CancelVisit'
import { ChangeAddress } from './ChangeAddress'
import { NewTicketAddress } from './NewTicketAddress'
import { RescheduleTicket } from './RescheduleTicket'
import { RevokeTicket } from './RevokeTicket'
import type { TicketView } from './TicketActions'
import { hasRefundWay, TicketDetailsView } from './TicketDetailsView'

/**
 * A request: everything that is known about it, and what the customer can do. The open view is part of the
 * address, so that Back leads from an action to the request, and from there to the page.
 */
export default function TicketDialog({ step, onClose, onBack }: DialogProps) {
  const ticketId = useSearch({ from: '__root__', select: (search) => search.ticketId ?? '' })
  const navigate = useNavigate()
  const userId = useCustomerId()
  const query = useQuery(ticketQuery(userId, ticketId))
  const { data } = query
  // Wait for the refund preference. If it appeared later, the content below would move under the customer's
  // finger. `isFetched` keeps the dialog on screen during a refetch, which the view starts after a failure.
  const way = useQuery({ ...refundWayQuery(userId), enabled: data !== undefined && hasRefundWay(data) })
  const [added, setAdded] = useState<Address[]>([])
  const open = (ticketView: TicketView) => void navigate({ to: '.', search: (search) => ({ ...search, ticketView }) })
  const choose = (address: Address) => {
    setAdded((before) => [...before, address])
    onBack()
  }
  if (!data || (way.isLoading && !way.isFetched)) {
    const pending = <SpinnerBlock label={m.ticket_loading()} />
    return (
      <Dialog title={m.tickets_number({ id: ticketId })} onClose={onClose}>
        <QueryContent query={query} pending={pending} failed={m.ticket_failed()} age={null}>
          {() => pending}
        </QueryContent>
      </Dialog>
    )
  }
  switch (step) {
    case 'revoke':
      return <RevokeTicket ticket={data} onClose={onBack} />
    case 'reschedule':
      return <RescheduleTicket ticket={data} onClose={onBack} />
    case 'address':
      return <ChangeAddress ticket={data} added={added} onAdd={() => open('new-address')} onClose={onBack} />
    case 'new-address':
      return <NewTicketAddress onAdded={choose} onClose={onBack} />
    case 'cancel':
      return <CancelVisit ticket={data} onClose={onBack} />
    default:
      return <TicketDetailsView ticket={data} asOf={dataAge(query)} onOpen={open} onClose={onClose} />
  }
}
