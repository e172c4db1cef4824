import { useId } from 'react'
import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { ChangeButton } from '#/kit/ChangeButton'
import { formatDay } from '#/kit/dates'
import { requestCodes } from '#/kit/request-kinds'

/** What a customer can do with a request. These words are part of the address. */
export type TicketView = 'revoke' | 'reschedule' | 'cancel' | 'address' | 'new-address'

interface TicketActionsProps {
  ticket: TicketDetails
  onOpen(view: TicketView): void
}

/** The actions that the server allows now. Each is explained, because three of them sound alike. */
export function TicketActions({ ticket, onOpen }: TicketActionsProps) {
  const heading = useId()
  const date = formatDay(ticket.visitDate)
  const all: (Action | false | '' | undefined)[] = [
    ticket.canReschedule && { view: 'reschedule', verb: m.ticket_reschedule(), note: m.ticket_reschedule_note() },
    ticket.canChangeAddress && {
      view: 'address',
      verb: m.ticket_address_change(),
      note: m.ticket_address_change_note(),
    },
    ticket.canCancel && date && { view: 'cancel', verb: m.ticket_cancel(), note: m.ticket_cancel_note({ date }) },
    ticket.revokeAllowed && { view: 'revoke', verb: m.ticket_revoke(), note: revokeNote(ticket) },
  ]
  const actions = all.filter((action): action is Action => Boolean(action))
  if (actions.length === 0) return null
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="font-semibold text-card">
        {m.ticket_can()}
      </h3>
      <ul className="grid gap-4">
        {actions.map(({ view, verb, note }) => (
          <li
            key={view}
            className="grid items-center gap-2 rounded-row bg-sunken p-4 desktop:grid-cols-[1fr_auto] desktop:gap-6"
          >
            <p className="text-support">{note}</p>
            <div className="grid justify-items-center gap-1">
              <ChangeButton variant="secondary" className="w-full bg-surface" onClick={() => onOpen(view)}>
                {verb}
              </ChangeButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function revokeNote({ requestType }: TicketDetails): string {
  return requestType === requestCodes.transfer ? m.ticket_revoke_transfer() : m.ticket_revoke_short()
}

interface Action {
  view: TicketView
  verb: string
  note: string
}
