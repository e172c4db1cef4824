import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { m } from '#/copy'
import { type ActiveStatus, activeStatusOf } from '#/features/requests/model'
import { TicketList } from '#/features/requests/TicketList'
import { PageTitle } from '#/ui/PageTitle'
import { Tabs } from '#/ui/Tabs'

const IncomingTransfers = lazy(() => import('#/features/requests/IncomingTransfers'))
const TicketDialog = lazy(() => import('#/features/requests/TicketDialog'))

/** Everything that the customer has asked for. The filter and the open request are part of the address. */
export function AllRequestsPage() {
  const activeStatus = useSearch({
    strict: false,
    select: (search) => activeStatusOf((search as { activeStatus?: string }).activeStatus),
  })
  const ticketId = useSearch({ strict: false, select: (search) => (search as { ticketId?: string }).ticketId })
  const navigate = useNavigate()
  const close = () =>
    void navigate({ to: '.', search: (search) => ({ ...search, ticketId: undefined }), replace: true })
  const select = (next: ActiveStatus | 'all') =>
    void navigate({ to: '.', search: (search) => ({ ...search, activeStatus: activeStatusOf(next) }), replace: true })
  return (
    <>
      <PageTitle>{m.requests_all_title()}</PageTitle>
      <Tabs<ActiveStatus | 'all'>
        label={m.requests_filter_label()}
        selected={activeStatus ?? 'all'}
        onSelect={select}
        tabs={[
          { id: 'all', label: m.requests_filter_all() },
          { id: 'true', label: m.requests_filter_live() },
          { id: 'false', label: m.requests_filter_past() },
        ]}
      >
        <Suspense>
          <IncomingTransfers activeStatus={activeStatus} />
        </Suspense>
        <TicketList activeStatus={activeStatus} />
      </Tabs>
      {ticketId && (
        <Suspense>
          <TicketDialog ticketId={ticketId} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
