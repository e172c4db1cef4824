import { useQueryClient } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '#/copy'
import { ChangeButton } from '#/kit/ChangeButton'
import { formatMoment } from '#/kit/dates'
import { InlineError } from '#/kit/InlineError'
import { newId } from '#/shared/new-id'
import { type UnsentRepair, unsentRepairs, useUnsentRepairs } from '#/state/unsent-repairs'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { isOld, sendAgain, sendUnsent, useUnderWay } from './send-unsent'

/** The requests that were written offline and are not sent yet, with their state and actions. */
export function UnsentList() {
  const queries = useQueryClient()
  const all = useUnsentRepairs()
  useEffect(() => void sendUnsent(queries), [queries])
  if (all.length === 0) return null
  return (
    <section aria-labelledby="unsent-requests" className="grid gap-4 pb-8">
      <h2 id="unsent-requests" className="font-semibold text-card">
        {m.tickets_unsent_title()}
      </h2>
      <ul className="grid gap-4">
        {all.map((repair) => (
          <li key={repair.key} className="grid">
            <UnsentCard repair={repair} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnsentCard({ repair }: { repair: UnsentRepair }) {
  const queries = useQueryClient()
  const isUnderWay = useUnderWay() === repair.key
  const { problem, items, at } = repair
  const asks = problem !== undefined || isOld(repair)
  // After the server has rejected a request, its key would get the same answer, so use a new one.
  const again = () => void sendAgain(queries, repair, problem === undefined ? repair.key : newId())
  return (
    <article aria-label={m.requests_offer_repair()} className="grid gap-4 rounded-card bg-surface p-5 desktop:p-6">
      <header className="flex min-w-0 items-center gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
          <Wrench aria-hidden="true" className="size-6" />
        </span>
        <div className="grid min-w-0">
          <h3 className="break-words font-semibold text-card">{m.requests_offer_repair()}</h3>
          <p className="text-muted text-support">{m.tickets_unsent_written({ time: formatMoment(at) ?? '' })}</p>
        </div>
      </header>
      <dl className="grid gap-3">
        {items.map(({ orderItemId, name, message }) => (
          <div key={orderItemId} className="wrap-anywhere grid gap-0.5">
            <dt className="font-semibold">{name}</dt>
            <dd className="whitespace-pre-line text-muted">{message}</dd>
          </div>
        ))}
      </dl>
      {problem && <InlineError>{problem}</InlineError>}
      {!problem && <Notice>{asks ? m.tickets_unsent_old() : state(isUnderWay)}</Notice>}
      <footer className="flex flex-wrap items-center gap-3">
        {asks && (
          <ChangeButton compact busy={isUnderWay} onClick={again}>
            {m.tickets_unsent_send()}
          </ChangeButton>
        )}
        {!isUnderWay && (
          <Button compact variant="secondary" onClick={() => void unsentRepairs.remove(repair.key)}>
            {m.tickets_unsent_remove()}
          </Button>
        )}
      </footer>
    </article>
  )
}

const state = (isUnderWay: boolean) => (isUnderWay ? m.tickets_unsent_sending() : m.tickets_unsent_waiting())
