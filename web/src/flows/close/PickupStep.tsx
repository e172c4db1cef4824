import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { closureReason } from '#/api/closure-reasons'
import { activeProducts, dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { closureAmountsQuery } from '#/features/closures/closure-amounts'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, pickupWindow } from '#/features/visits/pickup-days'
import { type StaticVariables, staticVariablesQuery } from '#/features/visits/static-variables'
import { Loaded } from '#/kit/Loaded'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SelectField } from '#/ui/SelectField'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { type CloseFlow, SETTLEMENT } from './model'

/** When the items are picked up, and why they go. */
export function PickupStep({ flow }: { flow: CloseFlow }) {
  const query = useQuery(staticVariablesQuery)
  return (
    <>
      <StepHeading>{m.closure_pickup_heading()}</StepHeading>
      <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
        {(rules) => <Choice flow={flow} rules={rules} />}
      </Loaded>
    </>
  )
}

function Choice({ flow, rules }: { flow: CloseFlow; rules: StaticVariables }) {
  const { chosen, pickup, reason } = flow.draft
  const active = activeProducts(useQuery(dashboardQuery).data)
  const days = pickupWindow(
    rules,
    active.filter(({ id }) => chosen.includes(id)),
    active,
  )
  const { busy, fetchThenGo } = useCharges(flow)
  const day = pickup && canChoose(days, pickup) ? pickup : undefined
  return (
    <div className="grid gap-5">
      <DayCalendar
        label={m.closure_pickup_day()}
        value={day}
        window={days}
        onChange={(next) => flow.change({ pickup: next })}
      />
      <SelectField
        label={m.closure_reason()}
        placeholder={m.closure_reason_choose()}
        options={rules.closurereasons.map(({ reason: value }) => ({ value, label: closureReason(value) }))}
        value={reason ?? ''}
        onChange={(event) => flow.change({ reason: event.target.value || undefined })}
      />
      <DialogFooter>
        <Refusal flow={flow} />
        <Button
          wide
          busy={busy}
          disabled={!day || !reason}
          disabledReason={m.closure_pickup_both()}
          onClick={() => void fetchThenGo()}
        >
          {m.requests_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}

/** The charges are asked for as soon as the day is known; a refusal stays here, where the day can be changed. */
function useCharges(flow: CloseFlow) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const fetchThenGo = async () => {
    setBusy(true)
    try {
      await queryClient.fetchQuery(closureAmountsQuery(flow.draft.chosen, flow.draft.pickup))
      flow.go(SETTLEMENT)
    } catch (error) {
      flow.refuse({ message: (error as Error).message })
    }
    setBusy(false)
  }
  return { busy, fetchThenGo }
}
