import { useId } from 'react'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { formatDay } from '#/kit/dates'
import { requestCodes } from '#/kit/request-kinds'
import { ContactAbout } from './ContactAbout'

/**
 * For the giver of an accepted transfer, who cannot end it any more: who still
 * can, until when, and who helps.
 */
export function AcceptedTransfer({ ticket }: { ticket: TicketDetails }) {
  const heading = useId()
  const day = formatDay(ticket.lastDay)
  if (ticket.requestType !== requestCodes.transfer || ticket.status !== 'in_progress') return null
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-2">
      <h3 id={heading} className="font-semibold text-card">
        {m.ticket_accepted_title()}
      </h3>
      <p className="text-muted">{m.ticket_accepted_text()}</p>
      {day && <p className="text-muted">{m.ticket_accepted_until({ day })}</p>}
      <p className="text-muted">{m.ticket_accepted_support()}</p>
      <ContactAbout ticket={ticket} />
    </section>
  )
}
