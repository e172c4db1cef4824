import { requestCodes } from '#/api/requests'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { messageOf, ticketName, visitWords } from '#/features/tickets/words'
import { NovationAgreement } from '#/features/transfers/NovationAgreement'
import { AddressText } from '#/kit/AddressText'
import { Dialog } from '#/kit/Dialog'
import { formatDay, formatMoment } from '#/kit/dates'
import { RequestStatus } from '#/kit/RequestStatus'
import { Button } from '#/ui/Button'
import { Fact } from '#/ui/Fact'

/** What a customer may do about a request; the words stand in the address. */
export type TicketView = 'revoke' | 'reschedule' | 'cancel'

interface TicketDetailsViewProps {
  ticket: TicketDetails
  onOpen(view: TicketView): void
  onClose(): void
}

export function TicketDetailsView({ ticket, onOpen, onClose }: TicketDetailsViewProps) {
  return (
    <Dialog
      lead={<p className="text-muted text-support">{m.requests_ticket({ id: ticket.ticketId })}</p>}
      title={ticketName(ticket)}
      onClose={onClose}
      footer={hasActions(ticket) && <TicketActions ticket={ticket} onOpen={onOpen} />}
    >
      <div className="grid gap-6">
        <RequestStatus status={ticket.status} />
        <TicketFacts ticket={ticket} />
        {hasAgreement(ticket) && <Agreement ticketId={ticket.ticketId} />}
        <TimeLine steps={ticket.steps} />
      </div>
    </Dialog>
  )
}

function mayCancel({ canCancel, visitDate }: TicketDetails): boolean {
  return canCancel && visitDate !== undefined
}

function hasActions(ticket: TicketDetails): boolean {
  return ticket.canReschedule || mayCancel(ticket) || ticket.revokeAllowed
}

/** Only what the server allows now. */
function TicketActions({ ticket, onOpen }: Omit<TicketDetailsViewProps, 'onClose'>) {
  return (
    <div className="grid gap-3 desk:grid-flow-col desk:auto-cols-fr">
      {ticket.canReschedule && (
        <Button wide onClick={() => onOpen('reschedule')}>
          {m.tickets_reschedule()}
        </Button>
      )}
      {mayCancel(ticket) && (
        <Button wide variant="secondary" onClick={() => onOpen('cancel')}>
          {m.tickets_cancel()}
        </Button>
      )}
      {ticket.revokeAllowed && (
        <Button wide variant="secondary" onClick={() => onOpen('revoke')}>
          {m.tickets_revoke()}
        </Button>
      )}
    </div>
  )
}

function TicketFacts({ ticket }: { ticket: TicketDetails }) {
  const products = ticket.productNames.map((product, index) => <p key={ticket.orderItemIds[index]}>{product}</p>)
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3">
      <Fact term={m.requests_ticket_products()} className="col-span-full">
        {products.length > 0 && products}
      </Fact>
      <Fact term={m.tickets_visit()} className="col-span-full">
        {visitWords(ticket)}
      </Fact>
      <Fact term={m.requests_ticket_raised_on()}>{formatDay(ticket.created)}</Fact>
      <Fact term={m.requests_ticket_preferred_date()}>{formatDay(ticket.preferredDate)}</Fact>
      <Fact term={m.tickets_delivery()}>{formatDay(ticket.deliveryDate)}</Fact>
      <Fact term={m.tickets_address()} className="col-span-full">
        {ticket.address && <AddressText address={ticket.address} />}
      </Fact>
      <Fact term={m.requests_ticket_message()} className="col-span-full">
        {messageOf(ticket)}
      </Fact>
      <Fact term={m.tickets_images()} className="col-span-full">
        {ticket.images.length > 0 && <Pictures images={ticket.images} />}
      </Fact>
    </dl>
  )
}

/** The agreement is there as soon as the second owner has accepted. */
function hasAgreement({ requestType, status }: TicketDetails): boolean {
  return requestType === requestCodes.transfer && (status === 'in_progress' || status === 'done')
}

function Agreement({ ticketId }: { ticketId: string }) {
  return (
    <section aria-labelledby="ticket-agreement" className="grid gap-3">
      <h3 id="ticket-agreement" className="font-semibold text-card">
        {m.transfer_agreement()}
      </h3>
      <p className="text-muted">{m.transfer_agreement_both()}</p>
      <NovationAgreement ticketId={ticketId} />
    </section>
  )
}

/** Small ones; each opens in full. */
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

const actors = {
  customer: m.tickets_by_customer,
  agent: m.tickets_by_agent,
  receiver: m.tickets_by_receiver,
  company: m.tickets_by_company,
}

function TimeLine({ steps }: { steps: TicketDetails['steps'] }) {
  return (
    <section aria-labelledby="ticket-history" className="grid gap-3">
      <h3 id="ticket-history" className="font-semibold text-card">
        {m.tickets_history()}
      </h3>
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={index} className="grid gap-1">
            <RequestStatus status={step.status} />
            <p className="text-muted text-support">
              {actors[step.by]()} · {formatMoment(step.at)}
            </p>
            {step.comment && <p className="whitespace-pre-line break-words">{step.comment}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
