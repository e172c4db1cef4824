import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { activeProducts, type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, type DayWindow } from '#/features/visits/pickup-days'
import { type StaticVariables, staticVariablesQuery } from '#/features/visits/static-variables'
import { dataAge } from '#/kit/DataAge'
import { choice, useForm } from '#/kit/form'
import { QueryContent } from '#/kit/QueryContent'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextArea } from '#/ui/TextArea'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { stepToMend, useSubmit } from '../kit/use-submit'
import { dropWindow } from './days'
import { PICKUP_DAY, type RelocateFlow } from './model'
import { raiseRelocation, relocationOf } from './queries'
import { Review } from './Review'

interface StepProps {
  flow: RelocateFlow
}

/** The day of the delivery, and a summary of all choices before the request is sent. */
export function DropDayStep({ flow }: StepProps) {
  const rules = useQuery(staticVariablesQuery)
  const dashboard = useDashboard()
  const spinner = <SpinnerBlock label={m.kit_loading()} />
  return (
    <>
      <StepHeading>{m.relocate_drop_day()}</StepHeading>
      <QueryContent query={rules} pending={spinner} failed={m.flows_days_failed()} age={null}>
        {(data) => (
          <QueryContent query={dashboard} pending={spinner} failed={m.kit_figures_failed()} age={dataAge}>
            {(home) => <Choice flow={flow} rules={data} dashboard={home} />}
          </QueryContent>
        )}
      </QueryContent>
    </>
  )
}

interface ChoiceProps extends StepProps {
  rules: StaticVariables
  dashboard: DashboardData
}

const MESSAGE_MAX_LENGTH = 500

function schemaOf(days: DayWindow) {
  return v.object({ drop: choice<string>((day) => canChoose(days, day), m.relocate_day_first), message: v.string() })
}

function Choice({ flow, rules, dashboard }: ChoiceProps) {
  const { draft } = flow
  // Once a day is chosen, the summary replaces the calendar, so that it is on
  // screen together with the button.
  const [choosing, setChoosing] = useState(false)
  const { chosen, pickup = '', dropPlace, drop, message } = draft
  const active = activeProducts(dashboard)
  const cityId = dashboard.locations.find(({ name }) => name === dropPlace?.city)?.id
  const days = dropWindow({ rules, pickup, full: chosen.length === active.length, cityId })
  const day = drop && canChoose(days, drop) ? drop : undefined
  const { submit, busy } = useSubmit(flow, {
    send: raiseRelocation,
    // The held place in the slot may be gone.
    refused: (error) =>
      stepToMend(flow.definition, error) === PICKUP_DAY ? { change: { slot: undefined } } : undefined,
  })
  const reviewed = day !== undefined && !choosing
  const form = useForm({
    schema: schemaOf(days),
    initialValues: { drop: reviewed ? day : undefined, message },
    onChange: flow.change,
    send: async () => submit(relocationOf(draft)),
  })
  return (
    <form {...form.props} className="grid gap-5">
      {reviewed ? (
        <>
          <Review
            draft={draft}
            products={active.filter(({ id }) => chosen.includes(id))}
            cities={dashboard.locations}
          />
          <Button variant="secondary" className="justify-self-start" onClick={() => setChoosing(true)}>
            {m.relocate_drop_day_other()}
          </Button>
        </>
      ) : (
        <DayCalendar
          label={m.relocate_drop_day_label()}
          value={day}
          window={days}
          error={form.errors.drop}
          onChange={(next) => {
            form.change({ drop: next })
            setChoosing(false)
          }}
        />
      )}
      <TextArea
        label={m.relocate_message()}
        optionalText={m.relocate_optional()}
        rows={2}
        maxLength={MESSAGE_MAX_LENGTH}
        value={message}
        onChange={(event) => form.change({ message: event.target.value })}
      />
      <DialogFooter>
        {!form.errors.drop && <Refusal flow={flow} />}
        <Button wide busy={busy} {...form.button}>
          {m.relocate_submit()}
        </Button>
      </DialogFooter>
    </form>
  )
}
