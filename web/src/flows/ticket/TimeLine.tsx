import { m } from '#/copy'
import type { TicketDetails } from '#/features/tickets/calls'
import { formatMoment } from '#/kit/dates'
import { timeLine } from './time-line'

/** What has happened so far, as sentences that say who did what. */
export function TimeLine({ steps }: { steps: TicketDetails['steps'] }) {
  return (
    <section aria-labelledby="ticket-history" className="grid gap-3">
      <h3 id="ticket-history" className="font-semibold text-card">
        {m.ticket_history()}
      </h3>
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {timeLine(steps).map(({ text, comment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={index} className="grid gap-1">
            <p className="font-semibold">{text}</p>
            <p className="text-muted text-support">{formatMoment(steps[index]?.at)}</p>
            {comment && <p className="whitespace-pre-line break-words">{comment}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
