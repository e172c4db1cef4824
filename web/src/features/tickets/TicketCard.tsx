import type { ReactNode } from 'react'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { RequestStatus } from '#/kit/RequestStatus'
import { kindIcon } from '#/kit/request-kinds'
import { Fact } from '#/ui/Fact'
import type { Ticket } from './queries'
import { messageOf, ticketName } from './words'

interface TicketCardProps {
  ticket: Ticket
  /** The actions at the bottom of the card. */
  actions?: ReactNode
}

/** A request: its kind, its state and what was asked for. */
export function TicketCard({ ticket, actions }: TicketCardProps) {
  const Icon = kindIcon(ticket.requestType)
  const products = ticket.productNames.map((product, index) => <p key={ticket.orderItemIds[index]}>{product}</p>)
  return (
    <article className="grid gap-4 rounded-card bg-surface p-5 desktop:p-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-center gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <div className="grid min-w-0">
            <h2 className="break-words font-semibold text-card">{ticketName(ticket)}</h2>
            <p className="break-all text-muted text-support">{m.tickets_number({ id: ticket.ticketId })}</p>
          </div>
        </div>
        <RequestStatus status={ticket.status} />
      </header>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-6 gap-y-3 desktop:grid-cols-3">
        <Fact term={m.tickets_products()} className="col-span-full desktop:col-span-1">
          {products.length > 0 && products}
        </Fact>
        <Fact term={m.tickets_raised_on()}>{formatDay(ticket.created)}</Fact>
        <Fact term={m.tickets_preferred_date()}>{formatDay(ticket.preferredDate)}</Fact>
        <Fact term={m.tickets_visit()}>{formatDay(ticket.visitDate)}</Fact>
        <Fact term={m.tickets_message()} className="col-span-full">
          {messageOf(ticket)}
        </Fact>
      </dl>
      {actions && <footer className="flex flex-wrap gap-3">{actions}</footer>}
    </article>
  )
}
