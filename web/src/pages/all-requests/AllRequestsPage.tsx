import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ActiveStatus, activeStatusOf } from '#/api/active-status'
import { closeDialog, insertPageBelowDialog } from '#/app/history'
import { m } from '#/copy'
import { TicketList, TicketsPending } from '#/features/tickets/TicketList'
import { UnsentList } from '#/features/tickets/UnsentList'
import { IncomingTransfers } from '#/features/transfers/IncomingTransfers'
import { dialogLoadError, lazyPart } from '#/kit/lazy-part'
import { hasUnsent } from '#/state/unsent-repairs'
import { PageTitle } from '#/ui/PageTitle'
import { Tabs } from '#/ui/Tabs'

const AddAddressDialog = lazyPart('address dialog', () => import('#/features/address/components/AddAddressDialog'), {
  failed: dialogLoadError,
})

/**
 * All requests of the customer. The filter and the open request are part of the address.
 * The open request is rendered by the dialog host.
 */
export function AllRequestsPage() {
  const { activeStatus } = useSearch({ from: '/_default/my-subscriptions/all-requests' })
  const navigate = useNavigate()
  const { added, dialog } = useAddressForTransfer()
  const [unsent] = useState(hasUnsent)
  const select = (next: ActiveStatus | 'all') =>
    void navigate({ to: '.', search: (search) => ({ ...search, activeStatus: activeStatusOf(next) }), replace: true })
  return (
    <>
      <PageTitle>{m.tickets_all_title()}</PageTitle>
      {unsent && <UnsentList />}
      <Tabs<ActiveStatus | 'all'>
        label={m.tickets_filter_label()}
        selected={activeStatus ?? 'all'}
        onSelect={select}
        tabs={[
          { id: 'all', label: m.tickets_filter_all() },
          { id: 'true', label: m.tickets_filter_live() },
          { id: 'false', label: m.tickets_filter_past() },
        ]}
      >
        <IncomingTransfers activeStatus={activeStatus} added={added} pending={<TicketsPending />}>
          <TicketList activeStatus={activeStatus} />
        </IncomingTransfers>
      </Tabs>
      {dialog}
    </>
  )
}

/**
 * A transfer needs an address in the city of its items. The dialog adds one, which the transfer then selects.
 */
function useAddressForTransfer() {
  const router = useRouter()
  const adding = useSearch({
    from: '__root__',
    select: (search) => Boolean(search.newaddress) && !search.requestType,
  })
  const transfer = useLocation({ select: ({ state }) => state.addressFor })
  const [added, setAdded] = useState<{ ticketId?: string; addressId: number }>()
  useEffect(() => {
    if (adding) insertPageBelowDialog(router)
  }, [adding, router])
  const close = () => closeDialog(router)
  const dialog = adding && (
    <AddAddressDialog
      boundCity={transfer?.city}
      onClose={close}
      onSaved={({ id }) => {
        setAdded({ ticketId: transfer?.ticketId, addressId: id })
        close()
      }}
    />
  )
  return { added, dialog }
}
