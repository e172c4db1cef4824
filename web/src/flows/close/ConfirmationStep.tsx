import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { activeProducts, dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { type ClosureAmount, closureAmountsQuery, sumRupees } from '#/features/closures/closure-amounts'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { useSessionUser } from '#/platform/session'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { handOver } from '../kit/use-flow'
import { useSubmit } from '../kit/use-submit'
import { Alternatives, type Instead } from './Alternatives'
import { ClosureCharges } from './ClosureCharges'
import { ClosureReview } from './ClosureReview'
import { CALCULATION, type CloseFlow } from './model'
import { type Closure, closureOf, confirmClosure } from './queries'

/** The last word before the closure is raised: what it costs, and what else is possible. */
export function ConfirmationStep({ flow }: { flow: CloseFlow }) {
  const query = useQuery(closureAmountsQuery(flow.draft.chosen, flow.draft.pickup))
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.closure_charges_loading()} />}>
      {(amounts) => <Decision flow={flow} amounts={amounts} />}
    </Loaded>
  )
}

function Decision({ flow, amounts }: { flow: CloseFlow; amounts: ClosureAmount[] }) {
  const userId = useSessionUser()?.id
  const { submit, busy } = useSubmit(flow, {
    send: (closure: Closure, headers) => confirmClosure(userId, closure, headers),
  })
  const navigate = useNavigate()
  const total = sumRupees(amounts.map((amount) => amount.total))
  const free = total === 0
  const day = formatDay(flow.draft.pickup) ?? ''
  const { chosen } = flow.draft
  const ticked = activeProducts(useQuery(dashboardQuery).data).filter(({ id }) => chosen.includes(id))
  const open = (requestType: Instead) => {
    handOver(requestType, userId, chosen)
    flow.leave(() => void navigate({ to: '.', search: ({ requestStep: _, ...rest }) => ({ ...rest, requestType }) }))
  }
  return (
    <>
      <StepHeading>{free ? m.closure_free_heading() : m.closure_charges_heading()}</StepHeading>
      <div className="grid gap-6">
        {free ? (
          <p className="text-muted">{m.closure_free_text({ day })}</p>
        ) : (
          <>
            <ClosureCharges amounts={amounts} total={total} day={day} onExplain={() => flow.go(CALCULATION)} />
            <Alternatives products={ticked} onComplete={() => flow.leave()} onInstead={open} />
          </>
        )}
        <ClosureReview draft={flow.draft} amounts={amounts} />
      </div>
      <DialogFooter>
        <Refusal flow={flow} />
        <Button wide variant={free ? 'primary' : 'danger'} busy={busy} onClick={() => submit(closureOf(flow.draft))}>
          {free ? m.closure_confirm() : m.closure_anyway()}
        </Button>
      </DialogFooter>
    </>
  )
}
