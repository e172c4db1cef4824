import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActiveStatus } from '#/api/active-status'
import { addressesQuery } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { RequestStatus } from '#/kit/RequestStatus'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Notice } from '#/ui/Notice'
import { ProductThumb } from '#/ui/ProductRow'
import { IncomingTransferLeft } from './IncomingTransferLeft'
import { IncomingTransferOffer } from './IncomingTransferOffer'
import { ofStatus } from './model'
import { type IncomingTransfer, incomingTransfersQuery } from './queries'

/**
 * An address that was added for a transfer.
 * Without a ticket id, it is for any transfer that needs an address.
 */
export interface AddedAddress {
  ticketId?: string
  addressId: number
}

interface IncomingTransfersProps {
  activeStatus?: ActiveStatus
  added?: AddedAddress
  /**
   * Shown until the size of this section is known.
   * Otherwise the content below would move under the customer's finger.
   */
  pending: ReactNode
  /** The content below. */
  children: ReactNode
}

/** The transfers that other customers offer to this one. */
export function IncomingTransfers({ activeStatus, added, pending, children }: IncomingTransfersProps) {
  const query = useQuery(incomingTransfersQuery(useCustomerId()))
  const shown = ofStatus(query.data?.transfers ?? [], activeStatus)
  const partsPending = usePartsPending(shown)
  if (isAwaited(query) || partsPending) return pending
  return (
    <>
      <QueryContent
        query={query}
        failed={m.transfers_incoming_failed()}
        pending={null}
        age={(asked) => shown.length > 0 && dataAge(asked)}
      >
        {() => <TransferList transfers={shown} added={added} />}
      </QueryContent>
      {children}
    </>
  )
}

/** Whether the first answer is still missing. After an answer or a refusal, the section stays as it is. */
function isAwaited({ data, isFetched, isPaused }: UseQueryResult): boolean {
  return data === undefined && !isFetched && !isPaused
}

/** Whether parts of an offer are still loading. An offer lists the addresses in the city of its items. */
function usePartsPending(transfers: IncomingTransfer[]): boolean {
  const enabled = transfers.some(({ status }) => status === 'raised') && !isDirectLogin()
  const addresses = useQuery({ ...addressesQuery(useCustomerId()), enabled })
  const dashboard = useDashboard()
  return enabled && (isAwaited(addresses) || isAwaited(dashboard))
}

interface TransferListProps {
  transfers: IncomingTransfer[]
  added?: AddedAddress
}

function TransferList({ transfers, added }: TransferListProps) {
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="incoming-transfers" className="grid gap-4 pb-8">
      <h2 id="incoming-transfers" className="font-semibold text-card">
        {m.transfers_incoming_title()}
      </h2>
      <ul className="grid gap-4">
        {transfers.map((transfer) => (
          <li key={transfer.ticketId} className="grid">
            <TransferCard transfer={transfer} added={added} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TransferProps {
  transfer: IncomingTransfer
  added?: AddedAddress
}

/** A transfer: who hands over what, and what the customer can do now. */
function TransferCard({ transfer, added }: TransferProps) {
  return (
    <article aria-label={heading(transfer)} className="grid gap-4 rounded-card bg-surface p-5 desktop:p-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-center gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
            <ArrowLeftRight aria-hidden="true" className="size-6" />
          </span>
          <div className="grid min-w-0">
            <h3 className="break-words font-semibold text-card">{heading(transfer)}</h3>
            <p className="break-all text-muted text-support">{m.tickets_number({ id: transfer.ticketId })}</p>
          </div>
        </div>
        <RequestStatus status={transfer.status} />
      </header>
      <ul className="grid gap-3">
        {transfer.items.map((item) => (
          <li key={item.orderItemId}>
            <ItemLine item={item} />
          </li>
        ))}
      </ul>
      <WhatNow transfer={transfer} added={added} />
    </article>
  )
}

function heading({ status, from: name }: IncomingTransfer): string {
  if (status === 'raised') return m.transfers_incoming_raised({ name })
  if (status === 'in_progress') return m.transfers_incoming_begun({ name })
  return status === 'done' ? m.transfers_incoming_done({ name }) : m.transfers_incoming_over({ name })
}

/** Agents see what is open. Only the customer can answer. */
function WhatNow({ transfer, added }: TransferProps) {
  if (transfer.status === 'raised' && isDirectLogin()) return <Notice>{m.transfers_customer_answers()}</Notice>
  if (transfer.status === 'raised') {
    const isForThis = (added?.ticketId ?? transfer.ticketId) === transfer.ticketId
    return <IncomingTransferOffer transfer={transfer} addedId={isForThis ? added?.addressId : undefined} />
  }
  if (transfer.status === 'in_progress') return <IncomingTransferLeft transfer={transfer} />
  if (transfer.status === 'done') return <Notice tone="success">{m.transfers_incoming_yours()}</Notice>
  const why = ending(transfer)
  return why ? <Notice>{why}</Notice> : null
}

const endings: Record<NonNullable<IncomingTransfer['endedBy']>, (who: { name: string }) => string> = {
  declined: m.transfers_ended_declined,
  left: m.transfers_ended_left,
  unanswered: m.transfers_ended_unanswered,
  not_ready: m.transfers_ended_not_ready,
  dues: m.transfers_ended_dues,
  company: m.transfers_ended_company,
}

/** Why the transfer has ended, as a text for the receiver. */
function ending({ status, endedBy, from: name }: IncomingTransfer): string | undefined {
  if (status === 'revoked') return m.transfers_ended_withdrawn({ name })
  return endedBy && endings[endedBy]({ name })
}

function ItemLine({ item }: { item: IncomingTransfer['items'][number] }) {
  const until = formatDay(item.tenureEndDate)
  return (
    <div className="flex items-center gap-4">
      <ProductThumb thumbnail={item.thumbnail} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-semibold">{item.productName}</p>
        <p className="text-muted text-support">{m.transfers_item_rent({ amount: formatRupees(item.rent) })}</p>
        <p className="text-muted text-support">{m.transfers_item_deposit({ amount: formatRupees(item.deposit) })}</p>
        {until && <p className="text-muted text-support">{m.kit_tenure_ends({ date: until })}</p>}
      </div>
    </div>
  )
}
