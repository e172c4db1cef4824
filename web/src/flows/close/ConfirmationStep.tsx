import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { type ClosureAmount, closureAmountsQuery } from '#/features/closures/closure-amounts'
import { type Agreed, extensionName } from '#/features/upcoming/queries'
import { dataAge } from '#/kit/DataAge'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { sumRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { handOver } from '../kit/use-flow'
import { useSubmit } from '../kit/use-submit'
import { Alternatives, type Instead } from './Alternatives'
import { ClosureCharges } from './ClosureCharges'
import { ClosureReview, useReview } from './ClosureReview'
import { CALCULATION, type CloseFlow } from './model'
import { type Closure, closureOf, confirmClosure } from './queries'

/** The last step before the closure is raised: what it costs, and what else is possible. */
export function ConfirmationStep({ flow }: { flow: CloseFlow }) {
  const query = useQuery(closureAmountsQuery(useCustomerId(), flow.draft.chosen, flow.draft.pickup))
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.close_charges_loading()} />}
      failed={m.closures_charge_failed()}
      age={dataAge}
    >
      {(amounts) => <Decision flow={flow} amounts={amounts} onChanged={() => void query.refetch()} />}
    </QueryContent>
  )
}

interface DecisionProps {
  flow: CloseFlow
  amounts: ClosureAmount[]
  /** The charge has changed since it was shown. */
  onChanged: () => void
}

function Decision({ flow, amounts, onChanged }: DecisionProps) {
  const userId = useCustomerId()
  const { submit, busy } = useSubmit(flow, {
    send: (closure: Closure, headers) => confirmClosure(userId, closure, headers),
    refused: (error) => {
      if (error instanceof ApiError && error.extra.field === 'closureCharge') onChanged()
      return undefined
    },
  })
  const navigate = useNavigate()
  const review = useReview(flow.draft)
  const total = sumRupees(amounts.map((amount) => amount.total))
  const rent = sumRupees(amounts.map(({ calculation }) => calculation.rent))
  const free = total === 0
  const day = formatDay(flow.draft.pickup) ?? ''
  const { chosen } = flow.draft
  const ticked = activeProducts(useDashboard().data).filter(({ id }) => chosen.includes(id))
  const open = (requestType: Instead) => {
    handOver(requestType, userId, { chosen })
    flow.leave(() => void navigate({ to: '.', search: ({ requestStep: _, ...rest }) => ({ ...rest, requestType }) }))
  }
  const takeBack = (extension: Agreed) => {
    // The extension dialog returns here, where all choices are restored.
    handOver('close-subscription', userId, flow.draft)
    const search = { extension: extensionName(extension), extensionFor: 'close-subscription' } as const
    flow.leave(() => void navigate({ to: '.', search }))
  }
  return (
    <>
      <StepHeading>{free ? m.close_free_heading() : m.close_charges_heading()}</StepHeading>
      <div className="grid gap-6">
        {free ? (
          <p className="text-muted">{m.close_free_text({ day })}</p>
        ) : (
          <>
            <ClosureCharges amounts={amounts} total={total} day={day} onExplain={() => flow.go(CALCULATION)} />
            <Alternatives
              products={ticked}
              rent={rent}
              onTakeBack={takeBack}
              onComplete={() => flow.leave()}
              onInstead={open}
            />
          </>
        )}
        <ClosureReview draft={flow.draft} amounts={amounts} review={review} />
      </div>
      <DialogFooter>
        <Refusal flow={flow} />
        {review.complete ? (
          <Button
            wide
            variant={free ? 'primary' : 'danger'}
            busy={busy}
            onClick={() => submit(closureOf(flow.draft, total))}
          >
            {free ? m.close_confirm() : m.close_anyway()}
          </Button>
        ) : (
          <p className="text-center text-muted text-support">{m.close_review_incomplete()}</p>
        )}
      </DialogFooter>
    </>
  )
}
