import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { SavedWay } from '#/features/refund/components/SavedWay'
import type { TicketDetails } from '#/features/tickets/calls'
import { messageOf, ticketName, visitWords } from '#/features/tickets/words'
import { NovationAgreement } from '#/features/transfers/NovationAgreement'
import { AddressText } from '#/kit/AddressText'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { RequestStatus } from '#/kit/RequestStatus'
import { requestCodes } from '#/kit/request-kinds'
import { formatRupees } from '#/shared/money'
import { formatMobile } from '#/shared/phone'
import { sawDoneRequest } from '#/state/done-request'
import { Fact } from '#/ui/Fact'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { AcceptedTransfer } from './AcceptedTransfer'
import { NotRevocable } from './NotRevocable'
import { NotRight } from './NotRight'
import { TicketActions, type TicketView } from './TicketActions'
import { TimeLine } from './TimeLine'

interface TicketDetailsViewProps {
  ticket: TicketDetails
  /** When the data was loaded, if it may be outdated. */
  asOf: ReactNode
  onOpen(view: TicketView): void
  onClose(): void
}

export function TicketDetailsView({ ticket, asOf, onOpen, onClose }: TicketDetailsViewProps) {
  const isDone = ticket.status === 'done'
  useEffect(() => {
    if (isDone) sawDoneRequest()
  }, [isDone])
  return (
    <Dialog
      lead={<p className="text-muted text-support">{m.tickets_number({ id: ticket.ticketId })}</p>}
      title={ticketName(ticket)}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {asOf}
        <RequestStatus status={ticket.status} />
        <TicketFacts ticket={ticket} />
        {ticket.giverDues !== undefined && ticket.giverDues > 0 && (
          <Notice tone="due">{m.ticket_giver_dues({ amount: formatRupees(ticket.giverDues) })}</Notice>
        )}
        {ticket.endedBy && <Notice title={m.ticket_ended_title()}>{endings[ticket.endedBy]()}</Notice>}
        <TicketActions ticket={ticket} onOpen={onOpen} />
        <NotRevocable ticket={ticket} />
        <AcceptedTransfer ticket={ticket} />
        {isDone && <NotRight ticket={ticket} />}
        {hasAgreement(ticket) && <Agreement ticketId={ticket.ticketId} />}
        <TimeLine steps={ticket.steps} />
      </div>
    </Dialog>
  )
}

function TicketFacts({ ticket }: { ticket: TicketDetails }) {
  const products = ticket.productNames.map((product, index) => <p key={ticket.orderItemIds[index]}>{product}</p>)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-6 gap-y-3 desktop:grid-cols-2">
      <Fact term={m.tickets_products()} className="col-span-full">
        {products.length > 0 && products}
      </Fact>
      <Fact term={m.tickets_visit()} className="col-span-full">
        {visitWords(ticket)}
      </Fact>
      <Fact term={m.tickets_raised_on()}>{formatDay(ticket.created)}</Fact>
      <Fact term={m.tickets_preferred_date()}>{formatDay(ticket.preferredDate)}</Fact>
      <Fact term={m.ticket_delivery()}>{formatDay(ticket.deliveryDate)}</Fact>
      <Fact term={m.ticket_address()} className="col-span-full">
        {ticket.address && <AddressText address={ticket.address} />}
      </Fact>
      <Fact term={hasLeft(ticket) ? m.ticket_place_was() : m.ticket_place()} className="col-span-full">
        {ticket.itemsAddress && ticket.itemsAddress.id !== ticket.address?.id && (
          <AddressText address={ticket.itemsAddress} />
        )}
      </Fact>
      <Fact term={m.ticket_receiver()}>{ticket.receiverMobile && formatMobile(ticket.receiverMobile)}</Fact>
      <Fact term={m.ticket_waits()}>{ticket.waitsFor && waits[ticket.waitsFor]()}</Fact>
      <Fact term={m.ticket_last_day()}>{formatDay(ticket.lastDay)}</Fact>
      <Fact term={m.ticket_charge()} className="col-span-full">
        {ticket.charge > 0 && <Charge ticket={ticket} />}
      </Fact>
      {hasRefundWay(ticket) && <DepositWay />}
      <Fact term={m.ticket_settlement()} className="col-span-full">
        {ticket.settlementId && <SettlementLink settlementId={ticket.settlementId} />}
      </Fact>
      <Fact term={m.ticket_challan()} className="col-span-full">
        {ticket.challans && <Challans challans={ticket.challans} />}
      </Fact>
      <Fact term={m.tickets_message()} className="col-span-full">
        {messageOf(ticket)}
      </Fact>
      <Fact term={m.ticket_images()} className="col-span-full">
        {ticket.images.length > 0 && <Pictures images={ticket.images} />}
      </Fact>
    </dl>
  )
}

/** The customer does not have the items any more, after a pickup or a handover. */
const hasLeft = ({ status, itemsLeave }: TicketDetails): boolean => status === 'done' && itemsLeave === true

const waits: Record<NonNullable<TicketDetails['waitsFor']>, () => string> = {
  answer: m.ticket_waits_answer,
  receiver: m.ticket_waits_receiver,
  dues: m.ticket_waits_dues,
  agreement: m.ticket_waits_agreement,
}

const endings: Record<NonNullable<TicketDetails['endedBy']>, () => string> = {
  declined: m.ticket_ended_declined,
  left: m.ticket_ended_left,
  unanswered: m.ticket_ended_unanswered,
  not_ready: m.ticket_ended_not_ready,
  dues: m.ticket_ended_dues,
  company: m.ticket_ended_company,
}

/** The early closure charge, charged or cancelled, with a link to its invoice. */
function Charge({ ticket: { charge, chargeInvoiceId, status } }: { ticket: TicketDetails }) {
  const { walletName } = useAppConfig()
  const amount = formatRupees(charge)
  const isGone = status === 'revoked' || status === 'cancelled'
  return (
    <>
      <p>{isGone ? m.ticket_charge_gone({ amount }) : m.ticket_charge_amount({ amount })}</p>
      {isGone && <p>{m.ticket_charge_back({ wallet: walletName })}</p>}
      {chargeInvoiceId && (
        <Link
          to="/my-subscriptions/{-$invoiceId}/rental-invoice"
          params={{ invoiceId: String(chargeInvoiceId) }}
          className="justify-self-start font-semibold text-brand-ink underline"
        >
          {m.ticket_charge_invoice()}
        </Link>
      )}
    </>
  )
}

/** The delivery challans for the goods of this request. */
function Challans({ challans }: { challans: NonNullable<TicketDetails['challans']> }) {
  return (
    <ul className="grid justify-items-start">
      {challans.map(({ id, movement, number }) => (
        <li key={id}>
          <Link
            to="/print-pdf/{-$pdfType}"
            params={{ pdfType: 'challan' }}
            search={{ challan: id }}
            className="inline-flex min-h-8 items-center font-semibold text-brand-ink underline"
          >
            {movement === 'pickup' ? m.ticket_challan_pickup({ number }) : m.ticket_challan_delivery({ number })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Whether the request is a closure or transfer in progress, so that it shows where the deposit will go. */
export function hasRefundWay({ requestType, active }: TicketDetails): boolean {
  return (requestType === requestCodes.closure || requestType === requestCodes.transfer) && active
}

function DepositWay() {
  return (
    <Fact term={m.ticket_refund()} className="col-span-full">
      <SavedWay />
    </Fact>
  )
}

/** A link to the settlement of the deposit that the request led to. */
function SettlementLink({ settlementId }: { settlementId: number }) {
  return (
    <LinkButton
      to="."
      search={({ ticketId: _, ticketView: __, ...rest }) => ({ ...rest, showSettlement: 'true' as const })}
      state={{ settlementId }}
      compact
      variant="secondary"
      className="justify-self-start"
    >
      {m.ticket_settlement_open()}
    </LinkButton>
  )
}

/** The agreement exists as soon as the receiver has accepted. */
function hasAgreement({ requestType, status }: TicketDetails): boolean {
  return requestType === requestCodes.transfer && (status === 'in_progress' || status === 'done')
}

function Agreement({ ticketId }: { ticketId: string }) {
  return (
    <section aria-labelledby="ticket-agreement" className="grid gap-3">
      <h3 id="ticket-agreement" className="font-semibold text-card">
        {m.transfers_agreement()}
      </h3>
      <p className="text-muted">{m.ticket_agreement_both()}</p>
      <NovationAgreement ticketId={ticketId} />
    </section>
  )
}

/** Thumbnails that open the full pictures. */
function Pictures({ images }: Pick<TicketDetails, 'images'>) {
  return (
    <span className="flex flex-wrap gap-3">
      {images.map(({ id, url, name }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer" className="overflow-hidden rounded-chip">
          <img src={url} alt={name} loading="lazy" className="size-20 object-cover" />
        </a>
      ))}
    </span>
  )
}
