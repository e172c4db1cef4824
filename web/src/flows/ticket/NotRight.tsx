import { useNavigate } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { requestCodes } from '#/kit/request-kinds'
import { Button } from '#/ui/Button'
import { handOver } from '../kit/use-flow'
import { onceMore } from '../repair/model'
import { ContactAbout } from './ContactAbout'

/** What the customer can do if a finished request was not done right: repeat the repair, or write a mail. */
export function NotRight({ ticket }: { ticket: TicketDetails }) {
  return (
    <section aria-labelledby="ticket-wrong" className="grid justify-items-start gap-2">
      <h3 id="ticket-wrong" className="font-semibold text-card">
        {m.ticket_wrong_title()}
      </h3>
      {ticket.requestType === requestCodes.repair && <RepairAgain ticket={ticket} />}
      <p className="text-muted">{m.ticket_wrong_text()}</p>
      <ContactAbout ticket={ticket} />
    </section>
  )
}

/** Only for items that the customer still has. */
function RepairAgain({ ticket: { ticketId, orderItemIds, message, address } }: { ticket: TicketDetails }) {
  const customer = useCustomerId()
  const navigate = useNavigate()
  const chosen = activeProducts(useDashboard().data)
    .map(({ id }) => id)
    .filter((id) => orderItemIds.includes(id))
  if (chosen.length === 0) return null
  const askAgain = () => {
    const said = m.ticket_again_message({ id: ticketId, message })
    handOver('repair-request', customer, onceMore({ chosen, message: said, placeId: address?.id }))
    const search = ({ ticketId: _, ticketView: __, ...rest }: Record<string, unknown>) => rest
    void navigate({ to: '.', search: (old) => ({ ...search(old), requestType: 'repair-request' as const }) })
  }
  return (
    <>
      <p className="text-muted">{m.ticket_again_text()}</p>
      <Button compact onClick={askAgain}>
        {m.ticket_again()}
      </Button>
    </>
  )
}
