import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { activeProducts, type DashboardData, dashboardQuery } from '#/api/dashboard'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { DayCalendar } from '#/features/requests/DayCalendar'
import { StepHeading } from '#/features/requests/FlowFrame'
import { canChoose } from '#/features/requests/pickup-days'
import { Refusal } from '#/features/requests/Refusal'
import { type StaticVariables, staticVariablesQuery } from '#/features/requests/static-variables'
import { Loaded } from '#/kit/Loaded'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextArea } from '#/ui/TextArea'
import { dropWindow } from './days'
import { PICKUP_DAY, type RelocateFlowState, stepToMend } from './model'
import { raiseRelocation } from './queries'
import { Review } from './Review'

interface StepProps {
  flow: RelocateFlowState
}

/** The day on which the items arrive, and all that was chosen once more before it is sent. */
export function DropDayStep({ flow }: StepProps) {
  const rules = useQuery(staticVariablesQuery)
  const dashboard = useQuery(dashboardQuery)
  const spinner = <SpinnerBlock label={m.shell_loading()} />
  return (
    <>
      <StepHeading>{m.relocate_drop_day()}</StepHeading>
      <Loaded query={rules} pending={spinner}>
        {(data) => (
          <Loaded query={dashboard} pending={spinner}>
            {(home) => <Choice flow={flow} rules={data} dashboard={home} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

interface ChoiceProps extends StepProps {
  rules: StaticVariables
  dashboard: DashboardData
}

const MESSAGE_MAX_LENGTH = 500

function Choice({ flow, rules, dashboard }: ChoiceProps) {
  const { draft } = flow
  const { chosen, pickup = '', dropPlace, drop, message, refusal } = draft
  const active = activeProducts(dashboard)
  const cityId = dashboard.locations.find(({ name }) => name === dropPlace?.city)?.id
  const days = dropWindow({ rules, pickup, full: chosen.length === active.length, cityId })
  const day = drop && canChoose(days, drop) ? drop : undefined
  const send = useSend(flow)
  return (
    <div className="grid gap-5">
      <DayCalendar
        label={m.relocate_drop_day_label()}
        value={day}
        window={days}
        onChange={(next) => flow.change({ drop: next, refusal: undefined })}
      />
      <TextArea
        label={m.relocate_message()}
        optionalText={m.relocate_optional()}
        rows={2}
        maxLength={MESSAGE_MAX_LENGTH}
        value={message}
        onChange={(event) => flow.change({ message: event.target.value })}
      />
      {day && (
        <Review draft={draft} products={active.filter(({ id }) => chosen.includes(id))} cities={dashboard.locations} />
      )}
      <DialogFooter>
        <Refusal message={refusal} />
        <Button
          wide
          busy={send.isPending}
          disabled={!day}
          disabledReason={m.relocate_day_first()}
          onClick={() => send.mutate(draft)}
        >
          {m.relocate_submit()}
        </Button>
      </DialogFooter>
    </div>
  )
}

/** Raises the request; what the server refuses is mended on the screen where it was chosen. */
function useSend(flow: RelocateFlowState) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: raiseRelocation,
    onSuccess: () => {
      void flow.finish({ made: true })
      void queryClient.invalidateQueries()
    },
    onError: (error) => {
      toast.error(error.message)
      const mend = error instanceof ApiError ? stepToMend(error.statusCode, error.extra.field) : undefined
      const lost = mend === PICKUP_DAY ? { slot: undefined } : {}
      flow.change({ ...lost, refusal: error.message })
      if (mend) flow.go(mend)
    },
  })
}
