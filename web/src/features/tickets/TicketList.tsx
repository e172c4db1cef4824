import type { ActiveStatus } from '#/api/active-status'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { InfiniteList } from '#/kit/InfiniteList'
import { StartRenting } from '#/kit/StartRenting'
import { VanArt } from '#/ui/art/VanArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { SkeletonList } from '#/ui/Skeleton'
import { requestsQuery } from './queries'
import { TicketCard } from './TicketCard'

export function TicketsPending() {
  return <SkeletonList label={m.tickets_all_loading()} />
}

/** The customer's requests, newest first, page by page. */
export function TicketList({ activeStatus }: { activeStatus?: ActiveStatus }) {
  return (
    <InfiniteList
      query={requestsQuery(useCustomerId(), activeStatus)}
      pending={<TicketsPending />}
      status={(pages) => m.tickets_shown(shown(pages))}
      label={m.tickets_load_more()}
      failed={m.tickets_list_failed()}
    >
      {(pages, end) => {
        const tickets = pages.flatMap((page) => page.serviceRequests)
        if (tickets.length === 0) return <NoTickets activeStatus={activeStatus} />
        return (
          <>
            <ul className="grid gap-4 pb-4">
              {tickets.map((ticket) => (
                <li key={ticket.serviceRequestId} className="grid">
                  <TicketCard ticket={ticket} actions={<OpenTicket ticketId={ticket.ticketId} />} />
                </li>
              ))}
            </ul>
            {end}
          </>
        )
      }}
    </InfiniteList>
  )
}

function shown(pages: { serviceRequests: unknown[]; total: number }[]) {
  const count = pages.reduce((sum, page) => sum + page.serviceRequests.length, 0)
  return { shown: count, total: pages.at(-1)?.total ?? count }
}

/** The open request is part of the address, so Back closes it and a link opens it. */
function OpenTicket({ ticketId }: { ticketId: string }) {
  return (
    <LinkButton
      to="."
      search={(search) => ({ ...search, ticketId })}
      variant="secondary"
      compact
      resetScroll={false}
      aria-label={m.tickets_details_of({ id: ticketId })}
    >
      {m.tickets_details()}
    </LinkButton>
  )
}

/**
 * The button to create a request appears only if the customer has no request at all. Who rents nothing can
 * request nothing. A filter without results only says so.
 */
function NoTickets({ activeStatus }: { activeStatus?: ActiveStatus }) {
  const { data } = useDashboard()
  if (activeStatus) {
    const words = activeStatus === 'true' ? m.tickets_live_empty() : m.tickets_past_empty()
    return <EmptyState art={<VanArt />} title={words} />
  }
  const create = (
    <LinkButton to="." search={(search) => ({ ...search, requestType: 'create-new-request' as const })}>
      {m.app_create_request()}
    </LinkButton>
  )
  const rents = activeProducts(data).length > 0
  return <EmptyState art={<VanArt />} title={m.tickets_all_empty()} action={rents ? create : <StartRenting />} />
}
