import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { type ClosureAmount, closureAmountsQuery, sumRupees } from '#/features/requests/closure-amounts'
import { StepHeading } from '#/features/requests/FlowFrame'
import { Refusal } from '#/features/requests/Refusal'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { useSessionUser } from '#/platform/session'
import { toast } from '#/platform/toast'
import { newId } from '#/shared/new-id'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { Alternatives } from './Alternatives'
import { ClosureCharges } from './ClosureCharges'
import { CALCULATION, type CloseFlowState, stepToMend } from './model'
import { confirmClosure } from './queries'

/** The last word before the closure is raised: what it costs, and what else is possible. */
export function ConfirmationStep({ flow }: { flow: CloseFlowState }) {
  const query = useQuery(closureAmountsQuery(flow.draft.chosen, flow.draft.pickup))
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.closure_charges_loading()} />}>
      {(amounts) => <Decision flow={flow} amounts={amounts} />}
    </Loaded>
  )
}

function Decision({ flow, amounts }: { flow: CloseFlowState; amounts: ClosureAmount[] }) {
  const { confirm, busy, message } = useConfirm(flow)
  const navigate = useNavigate()
  const total = sumRupees(amounts.map((amount) => amount.total))
  const free = total === 0
  const day = formatDay(flow.draft.pickup) ?? ''
  const open = (requestType: 'relocate-subscription' | 'transfer-ownership') =>
    flow.leave(() => void navigate({ to: '.', search: ({ requestStep: _, ...rest }) => ({ ...rest, requestType }) }))
  return (
    <>
      <StepHeading>{free ? m.closure_free_heading() : m.closure_charges_heading()}</StepHeading>
      <div className="grid gap-6">
        {free ? (
          <p className="text-muted">{m.closure_free_text({ day })}</p>
        ) : (
          <>
            <ClosureCharges amounts={amounts} total={total} day={day} onExplain={() => flow.go(CALCULATION)} />
            <Alternatives
              onComplete={() => flow.leave()}
              onShift={() => open('relocate-subscription')}
              onTransfer={() => open('transfer-ownership')}
            />
          </>
        )}
      </div>
      <DialogFooter>
        <Refusal message={message} />
        <Button wide variant={free ? 'primary' : 'danger'} busy={busy} onClick={confirm}>
          {free ? m.closure_confirm() : m.closure_anyway()}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Sends the closure once. A refusal is shown where it can be mended: here, or on the screen that chose it. */
function useConfirm(flow: CloseFlowState) {
  const userId = useSessionUser()?.id
  const queryClient = useQueryClient()
  const [key] = useState(newId)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmClosure(flow.draft, userId, key),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const confirm = () =>
    mutate(undefined, {
      onSuccess: (made) => void flow.finish({ made }),
      onError: (refusal) => {
        toast.error(refusal.message)
        const mend = refusal instanceof ApiError && stepToMend(refusal.statusCode, refusal.extra.field)
        if (!mend) return
        flow.change({ refusal: refusal.message })
        flow.go(mend)
      },
    })
  return { confirm, busy: isPending, message: error?.message }
}
