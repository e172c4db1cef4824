import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { ticketName } from '#/features/tickets/words'
import { buttonClass } from '#/ui/button-class'

const look = buttonClass({ variant: 'secondary', compact: true })

/** Links to call support and to write a mail about this request. */
export function ContactAbout({ ticket }: { ticket: TicketDetails }) {
  const { supportEmail, supportPhone } = useAppConfig()
  const subject = encodeURIComponent(`${ticketName(ticket)} ${ticket.ticketId}`)
  return (
    <p className="flex flex-wrap gap-3">
      {supportPhone && (
        <a href={`tel:${supportPhone.replace(/\s/g, '')}`} className={look}>
          {m.app_call_support({ phone: supportPhone })}
        </a>
      )}
      <a href={`mailto:${supportEmail}?subject=${subject}`} className={look}>
        {m.ticket_wrong_mail()}
      </a>
    </p>
  )
}
