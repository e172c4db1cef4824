import { m } from '#/copy'
import { LoadError } from '#/kit/LoadError'
import { Amount } from '#/ui/Amount'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'
import type { ClosureCharge } from './closure-amounts'

/** The charge for a closure on another day. The customer confirms it together with the day. */
export function NewClosureCharge({ total, error, busy, retry }: ClosureCharge) {
  if (error) return <LoadError title={m.closures_charge_failed()} message={error.message} busy={busy} onRetry={retry} />
  if (total === undefined) return <SpinnerBlock label={m.closures_charge_loading()} />
  return (
    <Notice
      title={
        <span className="flex items-baseline justify-between gap-3">
          {m.closures_charge_new()} <Amount value={total} />
        </span>
      }
    >
      {m.closures_charge_note()}
    </Notice>
  )
}
