import { m } from '#/copy'
import { Amount } from '#/ui/Amount'
import { Notice } from '#/ui/Notice'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import type { ClosureCharge } from './closure-amounts'

/** What leaving on another day costs, which the customer confirms with the day. */
export function NewClosureCharge({ total, error, busy, retry }: ClosureCharge) {
  if (error) {
    return (
      <SectionError
        title={m.tickets_charge_failed()}
        message={error.message}
        retryLabel={m.shell_retry()}
        busy={busy}
        onRetry={retry}
      />
    )
  }
  if (total === undefined) return <SpinnerBlock label={m.tickets_charge_loading()} />
  return (
    <Notice
      title={
        <span className="flex items-baseline justify-between gap-3">
          {m.tickets_charge_new()} <Amount value={total} />
        </span>
      }
    >
      {m.tickets_charge_note()}
    </Notice>
  )
}
