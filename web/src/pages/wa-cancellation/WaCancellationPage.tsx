import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { ticketQuery } from '#/features/tickets/queries'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { VanArt } from '#/ui/art/VanArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'
import { SpinnerBlock } from '#/ui/Spinner'
import { Cancellation } from './Cancellation'

/** Opens after a visit was cancelled on its day, and from a link that is sent before a visit. */
export function WaCancellationPage() {
  const ticketId = useSearch({ from: '/_empty/wa/cancellation', select: (search) => search.ticketId })
  return (
    <>
      <PageTitle>{m.wa_cancellation_title()}</PageTitle>
      {ticketId ? <TicketCancellation ticketId={ticketId} /> : <NothingPlanned />}
    </>
  )
}

function TicketCancellation({ ticketId }: { ticketId: string }) {
  return (
    <QueryContent
      query={useQuery(ticketQuery(useCustomerId(), ticketId))}
      pending={<SpinnerBlock label={m.ticket_loading()} />}
      failed={m.ticket_failed()}
      age={dataAge}
    >
      {(ticket) => <Cancellation ticket={ticket} />}
    </QueryContent>
  )
}

function NothingPlanned() {
  const home = <LinkButton to="/home">{m.app_go_home()}</LinkButton>
  return <EmptyState art={<VanArt />} title={m.wa_cancellation_none()} action={home} />
}
