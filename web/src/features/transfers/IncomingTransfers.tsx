import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import type { ActiveStatus } from '#/api/requests'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { RequestStatus } from '#/kit/RequestStatus'
import { isDirectLogin } from '#/platform/session'
import { formatRupees } from '#/shared/money'
import { Notice } from '#/ui/Notice'
import { ProductThumb } from '#/ui/ProductRow'
import { IncomingTransferLeft } from './IncomingTransferLeft'
import { IncomingTransferOffer } from './IncomingTransferOffer'
import { type IncomingTransfer, incomingTransfersQuery, ofStatus } from './queries'

/** What others want to hand over to the customer. Most people never see it, so nothing stands for it while it loads. */
export default function IncomingTransfers({ activeStatus }: { activeStatus?: ActiveStatus }) {
  return (
    <Loaded query={useQuery(incomingTransfersQuery)} failed={m.transfer_incoming_failed()} pending={null}>
      {({ transfers }) => <TransferList transfers={ofStatus(transfers, activeStatus)} />}
    </Loaded>
  )
}

function TransferList({ transfers }: { transfers: IncomingTransfer[] }) {
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="incoming-transfers" className="grid gap-4 pb-8">
      <h2 id="incoming-transfers" className="font-semibold text-card">
        {m.transfer_incoming_title()}
      </h2>
      <ul className="grid gap-4">
        {transfers.map((transfer) => (
          <li key={transfer.ticketId} className="grid">
            <TransferCard transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who hands what over, and what there is to do about it now. */
function TransferCard({ transfer }: { transfer: IncomingTransfer }) {
  return (
    <article aria-label={heading(transfer)} className="grid gap-4 rounded-card bg-surface p-5 desk:p-6">
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
      <WhatNow transfer={transfer} />
    </article>
  )
}

function heading({ status, from: name }: IncomingTransfer): string {
  if (status === 'raised') return m.transfer_incoming_raised({ name })
  if (status === 'in_progress') return m.transfer_incoming_begun({ name })
  return status === 'done' ? m.transfer_incoming_done({ name }) : m.transfer_incoming_over({ name })
}

/** An agent sees what is open; the answer is the customer's alone. */
function WhatNow({ transfer }: { transfer: IncomingTransfer }) {
  if (transfer.status === 'raised' && isDirectLogin()) return <Notice>{m.transfer_customer_answers()}</Notice>
  if (transfer.status === 'raised') return <IncomingTransferOffer transfer={transfer} />
  if (transfer.status === 'in_progress') return <IncomingTransferLeft transfer={transfer} />
  if (transfer.status === 'done') return <Notice tone="success">{m.transfer_incoming_yours()}</Notice>
  return null
}

function ItemLine({ item }: { item: IncomingTransfer['items'][number] }) {
  const until = formatDay(item.tenureEndDate)
  return (
    <div className="flex items-center gap-4">
      <ProductThumb thumbnail={item.thumbnail} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-semibold">{item.productName}</p>
        <p className="text-muted text-support">{m.transfer_item_rent({ amount: formatRupees(item.rent) })}</p>
        <p className="text-muted text-support">{m.transfer_item_deposit({ amount: formatRupees(item.deposit) })}</p>
        {until && <p className="text-muted text-support">{m.requests_tenure_ends({ date: until })}</p>}
      </div>
    </div>
  )
}
