import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { closureReason } from '#/api/closure-reasons'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { fetchNow } from '#/api/fetch-now'
import { m } from '#/copy'
import { closureAmountsQuery } from '#/features/closures/closure-amounts'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, type DayWindow, pickupWindow } from '#/features/visits/pickup-days'
import { type StaticVariables, staticVariablesQuery } from '#/features/visits/static-variables'
import { choice, useForm } from '#/kit/form'
import { QueryContent } from '#/kit/QueryContent'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SelectField } from '#/ui/SelectField'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { type CloseFlow, SETTLEMENT } from './model'

/** When the items are picked up, and why the customer returns them. */
export function PickupStep({ flow }: { flow: CloseFlow }) {
  const query = useQuery(staticVariablesQuery)
  return (
    <>
      <StepHeading>{m.close_pickup_heading()}</StepHeading>
      <QueryContent
        query={query}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        failed={m.flows_days_failed()}
        age={null}
      >
        {(rules) => <Choice flow={flow} rules={rules} />}
      </QueryContent>
    </>
  )
}

function schemaOf(days: DayWindow) {
  return v.object({
    pickup: choice<string>((day) => canChoose(days, day), m.close_pickup_both),
    reason: choice<string>(() => true, m.close_pickup_both),
  })
}

function Choice({ flow, rules }: { flow: CloseFlow; rules: StaticVariables }) {
  const { chosen, pickup, reason } = flow.draft
  const active = activeProducts(useDashboard().data)
  const days = pickupWindow(
    rules,
    active.filter(({ id }) => chosen.includes(id)),
    active,
  )
  const { busy, fetchThenGo } = useCharges(flow)
  const day = pickup && canChoose(days, pickup) ? pickup : undefined
  const form = useForm({
    schema: schemaOf(days),
    initialValues: { pickup: day, reason },
    onChange: flow.change,
    send: fetchThenGo,
  })
  return (
    <form {...form.props} className="grid gap-5">
      <DayCalendar
        label={m.close_pickup_day()}
        value={day}
        window={days}
        error={form.errors.pickup}
        onChange={(next) => form.change({ pickup: next })}
      />
      <SelectField
        label={m.close_reason()}
        placeholder={m.close_reason_choose()}
        options={rules.closurereasons.map(({ reason: value }) => ({ value, label: closureReason(value) }))}
        value={reason ?? ''}
        error={form.errors.reason}
        onChange={(event) => form.change({ reason: event.target.value || undefined })}
      />
      <DialogFooter>
        <Refusal flow={flow} />
        <Button wide busy={busy} disabled={!day || !reason} disabledReason={m.close_pickup_both()} {...form.button}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Loads the charges before it goes on. A refusal stays on this step, where the day can be changed. */
function useCharges(flow: CloseFlow) {
  const queryClient = useQueryClient()
  const customer = useCustomerId()
  const [busy, setBusy] = useState(false)
  const fetchThenGo = async () => {
    setBusy(true)
    try {
      await fetchNow(queryClient, closureAmountsQuery(customer, flow.draft.chosen, flow.draft.pickup))
      flow.go(SETTLEMENT)
    } catch (error) {
      flow.refuse({ message: (error as Error).message })
    }
    setBusy(false)
  }
  return { busy, fetchThenGo }
}
