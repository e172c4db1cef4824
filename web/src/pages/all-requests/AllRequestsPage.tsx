import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ActiveStatus, activeStatusOf } from '#/api/requests'
import { m } from '#/copy'
import { TicketList } from '#/features/tickets/TicketList'
import { failedPart, late } from '#/kit/Late'
import { PageTitle } from '#/ui/PageTitle'
import { Tabs } from '#/ui/Tabs'

const IncomingTransfers = late('incoming transfers', () => import('#/features/transfers/IncomingTransfers'), {
  failed: failedPart,
})

/** Everything that the customer has asked for. The filter is part of the address, as is the open request, which the host of dialogs draws. */
export function AllRequestsPage() {
  const activeStatus = useSearch({
    strict: false,
    select: (search) => activeStatusOf((search as { activeStatus?: string }).activeStatus),
  })
  const navigate = useNavigate()
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
        <IncomingTransfers activeStatus={activeStatus} />
        <TicketList activeStatus={activeStatus} />
      </Tabs>
    </>
  )
}
