import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, pickupWindow } from '#/features/visits/pickup-days'
import { SlotPicker } from '#/features/visits/SlotPicker'
import { type StaticVariables, staticVariablesQuery } from '#/features/visits/static-variables'
import { dataAge } from '#/kit/DataAge'
import { useRequiredChoice } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { DROP_PLACE, type RelocateFlow, type Slot } from './model'
import { holdSlot, pickupSlotsQuery } from './queries'

interface StepProps {
  flow: RelocateFlow
}

/** When the items are picked up: a slot or, in a city without slots, a day. */
export function PickupDayStep({ flow }: StepProps) {
  const query = useQuery(pickupSlotsQuery(useCustomerId(), flow.draft.chosen))
  return (
    <>
      <StepHeading>{m.relocate_pickup_day()}</StepHeading>
      <QueryContent
        query={query}
        failed={m.relocate_slot_failed()}
        pending={<SpinnerBlock label={m.relocate_slots_loading()} />}
        age={dataAge}
      >
        {(slots) =>
          slots.length > 0 ? (
            <SlotChoice flow={flow} slots={slots} onTaken={() => void query.refetch()} />
          ) : (
            <DayChoice flow={flow} />
          )
        }
      </QueryContent>
    </>
  )
}

interface SlotChoiceProps extends StepProps {
  slots: Slot[]
  /** The slots have changed, so load them again. */
  onTaken(): void
}

const CONFLICT = 409
const GONE = 404

function SlotChoice({ flow, slots, onTaken }: SlotChoiceProps) {
  const { chosen, slot } = flow.draft
  const hold = useMutation({ mutationFn: (slotId: string) => holdSlot(slotId, chosen) })
  const offered = slots.find(({ slotId }) => slotId === slot?.slotId)
  const goOn = ({ slotId, date }: Slot) =>
    hold.mutate(slotId, {
      onSuccess: (held) => {
        flow.change({ slot: held.slot ?? slot, pickup: date })
        flow.go(DROP_PLACE)
      },
      onError: (error) => {
        const gone = 'statusCode' in error && (error.statusCode === CONFLICT || error.statusCode === GONE)
        flow.refuse({
          message: refusalOf(error) ?? m.relocate_slot_failed(),
          change: { slot: gone ? undefined : slot },
        })
        if (gone) onTaken()
      },
    })
  const wrongId = useId()
  const { within, error, ifComplete } = useRequiredChoice(offered ? undefined : m.relocate_slot_first())
  return (
    <div ref={within} className="grid gap-5">
      <SlotPicker
        label={m.relocate_pickup_day()}
        slots={slots}
        chosen={slot}
        wrongBy={error && wrongId}
        onChoose={(next) => flow.change({ slot: next, pickup: undefined, drop: undefined })}
      />
      <DialogFooter>
        {error ? (
          <div id={wrongId}>
            <InlineError>{error}</InlineError>
          </div>
        ) : (
          <Refusal flow={flow} />
        )}
        <Button wide busy={hold.isPending} onClick={() => ifComplete(() => offered && goOn(offered))}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}

function DayChoice({ flow }: StepProps) {
  return (
    <QueryContent
      query={useQuery(staticVariablesQuery)}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.flows_days_failed()}
      age={null}
    >
      {(rules) => <DayOf flow={flow} rules={rules} />}
    </QueryContent>
  )
}

function DayOf({ flow, rules }: StepProps & { rules: StaticVariables }) {
  const active = activeProducts(useDashboard().data)
  const { chosen, pickup } = flow.draft
  const days = pickupWindow(
    rules,
    active.filter(({ id }) => chosen.includes(id)),
    active,
  )
  const day = pickup && canChoose(days, pickup) ? pickup : undefined
  const { within, error, ifComplete } = useRequiredChoice(day ? undefined : m.relocate_day_first())
  return (
    <div ref={within} className="grid gap-5">
      <DayCalendar
        label={m.relocate_pickup_day_label()}
        value={day}
        window={days}
        error={error}
        onChange={(next) => flow.change({ pickup: next, slot: undefined, drop: undefined })}
      />
      <DialogFooter>
        {!error && <Refusal flow={flow} />}
        <Button wide onClick={() => ifComplete(() => flow.go(DROP_PLACE))}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}
