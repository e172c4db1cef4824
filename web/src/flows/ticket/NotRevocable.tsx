import { useId } from 'react'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { requestCodes } from '#/kit/request-kinds'
import { ContactAbout } from './ContactAbout'

/** For a live request that the customer cannot take back: why, and who still can. */
export function NotRevocable({ ticket }: { ticket: TicketDetails }) {
  const heading = useId()
  const { active, revokeAllowed, status, requestType } = ticket
  const hasOwnWords = requestType === requestCodes.transfer && status === 'in_progress' // `AcceptedTransfer`
  if (!active || revokeAllowed || hasOwnWords) return null
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-2">
      <h3 id={heading} className="font-semibold text-card">
        {m.ticket_fixed_title()}
      </h3>
      <p className="text-muted">{status === 'in_progress' ? m.ticket_fixed_begun() : m.ticket_fixed_binding()}</p>
      <ContactAbout ticket={ticket} />
    </section>
  )
}
