import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { cancellationWords } from '#/features/tickets/cancellation-reasons'

type Step = TicketDetails['steps'][number]
type By = Step['by']

/** The server's own notes. Customers read a sentence instead. */
const notes: Record<string, () => string> = {
  'Receiver ready': m.ticket_line_ready,
  'Dues open': m.ticket_line_dues,
  'Dues paid': m.ticket_line_dues_paid,
}
const CODES = ['Accepted', 'Declined', 'Expired', 'Address changed', 'Revoke request by user', ...Object.keys(notes)]

export interface Line {
  /** Who did what. */
  text: string
  /** What they wrote about it. */
  comment?: string
}

/** Turns the steps of a request into sentences that say who did what. */
export function timeLine(steps: readonly Step[]): Line[] {
  return steps.map((step, index) => ({
    text: sentence(step, steps[index - 1]),
    comment: step.comment && !CODES.includes(step.comment) ? cancellationWords(step.comment) : undefined,
  }))
}

/** Who can act on every request. The receiver of a transfer can only answer. */
type Actor = Exclude<By, 'receiver'>
type Words = Record<Actor, () => string>

const raised: Words = {
  customer: m.ticket_line_raised_customer,
  agent: m.ticket_line_raised_agent,
  company: m.ticket_line_raised_company,
}
const moved: Words = {
  customer: m.ticket_line_moved_customer,
  agent: m.ticket_line_moved_agent,
  company: m.ticket_line_moved_company,
}
const revoked: Words = {
  customer: m.ticket_line_revoked_customer,
  agent: m.ticket_line_revoked_agent,
  company: m.ticket_line_revoked_company,
}
const cancelled: Words = {
  customer: m.ticket_line_cancelled_customer,
  agent: m.ticket_line_cancelled_agent,
  company: m.ticket_line_cancelled_company,
}
const noted: Record<By, () => string> = {
  customer: m.ticket_line_note_customer,
  agent: m.ticket_line_note_agent,
  company: m.ticket_line_note_company,
  receiver: m.ticket_line_note_receiver,
}

function sentence({ status, by, comment }: Step, before: Step | undefined): string {
  const actor = by === 'receiver' ? 'company' : by
  if (comment === 'Address changed') {
    return by === 'agent' ? m.ticket_line_address_agent() : m.ticket_line_address_customer()
  }
  const note = comment && notes[comment]
  if (note) return note()
  // A repeated status is a note, except that a visit scheduled again was moved.
  if (before?.status === status && status !== 'scheduled') return noted[by]()
  switch (status) {
    case 'raised':
      return raised[actor]()
    case 'scheduled':
      return before?.status === 'scheduled' || by !== 'company' ? moved[actor]() : m.ticket_line_planned()
    case 'in_progress':
      return by === 'receiver' ? m.ticket_line_accepted() : m.ticket_line_begun()
    case 'done':
      return m.ticket_line_done()
    case 'revoked':
      return revoked[actor]()
    case 'cancelled':
      if (comment === 'Expired') return m.ticket_line_expired()
      if (by !== 'receiver') return cancelled[actor]()
      return before?.status === 'in_progress' ? m.ticket_line_given_up() : m.ticket_line_declined()
    default:
      return noted[by]()
  }
}
