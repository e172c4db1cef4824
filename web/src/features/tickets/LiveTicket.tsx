import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import type { Ticket } from './queries'
import { ticketName } from './words'

/** Of the live requests, the one that an item has; of several, the newest. */
export const liveTicketOf = (tickets: readonly Ticket[], item: number): Ticket | undefined =>
  tickets.find(({ orderItemIds }) => orderItemIds.includes(item))

/** "Live request: Relocation (T15) · 30 Nov 2026", with the day on which our team comes or was asked to. */
export function LiveTicket({ ticket }: { ticket: Ticket }) {
  const name = m.tickets_item_live({ type: ticketName(ticket), id: ticket.ticketId })
  // No line begins with the dot.
  return [name, formatDay(ticket.visitDate ?? ticket.preferredDate)].filter(Boolean).join('\u00a0· ')
}
