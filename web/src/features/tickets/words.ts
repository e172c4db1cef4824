import { m } from '#/copy'
import { formatDay, formatTime } from '#/kit/dates'
import { kindMessage, kindName } from '#/kit/request-kinds'
import type { TicketDetails } from './calls'
import type { Ticket } from './queries'

/** The name of a request's kind. A kind that this app does not know keeps the server's name. */
export function ticketName({ requestType, requestTypeName }: Pick<Ticket, 'requestType' | 'requestTypeName'>): string {
  return kindName(requestType, requestTypeName)
}

/** What was asked for: the reason of a closure, or the customer's own words. */
export function messageOf({ requestType, message }: Pick<Ticket, 'requestType' | 'message'>): string {
  return kindMessage(requestType, message)
}

/** The day of the planned visit, with its slot if it has one. Undefined before a visit is planned. */
export function visitWords({ slot, visitDate }: Pick<TicketDetails, 'slot' | 'visitDate'>): string | undefined {
  const date = formatDay(slot?.date ?? visitDate)
  if (!slot || !date) return date
  const [start, end] = [formatTime(slot.startTime), formatTime(slot.endTime)]
  return m.tickets_slot({ date, start, end })
}
