import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import type { Ticket } from './queries'
import { ticketName } from './words'

/** The live request of an item. If there are several, the newest. */
export const liveTicketOf = (tickets: readonly Ticket[], item: number): Ticket | undefined =>
  tickets.find(({ orderItemIds }) => orderItemIds.includes(item))

/**
 * "Live request: Relocation (T15) · 30 Nov 2026".
 * The day is that of the visit or, before one is planned, the wished day.
 */
export function LiveTicket({ ticket }: { ticket: Ticket }) {
  const name = m.tickets_item_live({ type: ticketName(ticket), id: ticket.ticketId })
  // The non-breaking space keeps the dot from starting a line.
  return [name, formatDay(ticket.visitDate ?? ticket.preferredDate)].filter(Boolean).join('\u00a0· ')
}
