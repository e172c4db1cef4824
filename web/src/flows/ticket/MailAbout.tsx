import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { ticketName } from '#/features/tickets/words'
import { buttonClass } from '#/ui/button-class'

/** A link to write a mail to support about this request. */
export function MailAbout({ ticket }: { ticket: TicketDetails }) {
  const { supportEmail } = useAppConfig()
  const subject = encodeURIComponent(`${ticketName(ticket)} ${ticket.ticketId}`)
  return (
    <a
      href={`mailto:${supportEmail}?subject=${subject}`}
      className={buttonClass({ variant: 'secondary', compact: true })}
    >
      {m.ticket_wrong_mail()}
    </a>
  )
}
