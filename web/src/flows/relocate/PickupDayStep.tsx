import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCustomerId } from '#/api/customer'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, pickupWindow } from '#/features/visits/pickup-days'
import { type StaticVariables, staticVariablesQuery } from '#/features/visits/static-variables'
import { age } from '#/kit/Age'
import { useAsked } from '#/kit/form'
import { Loaded } from '#/kit/Loaded'
import { WhyNot } from '#/kit/WhyNot'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { DROP_PLACE, type RelocateFlow, type Slot } from './model'
import { holdSlot, pickupSlotsQuery } from './queries'
import { SlotPicker } from './SlotPicker'

interface StepProps {
  flow: RelocateFlow
}

/** When the items are picked up: a slot or, in a city without slots, a day. */
export function PickupDayStep({ flow }: StepProps) {
  const query = useQuery(pickupSlotsQuery(useCustomerId(), flow.draft.chosen))
  return (
    <>
      <StepHeading>{m.relocate_pickup_day()}</StepHeading>
      <Loaded
        query={query}
        failed={m.relocate_slot_failed()}
        pending={<SpinnerBlock label={m.relocate_slots_loading()} />}
        age={age}
      >
        {(slots) =>
          slots.length > 0 ? (
            <SlotChoice flow={flow} slots={slots} onTaken={() => void query.refetch()} />
          ) : (
            <DayChoice flow={flow} />
          )
        }
      </Loaded>
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
  const { within, wrong, unlessLacking } = useAsked(offered ? undefined : m.relocate_slot_first())
  return (
    <div ref={within} className="grid gap-5">
      <SlotPicker
        slots={slots}
        chosen={slot}
        wrongBy={wrong && wrongId}
        onChoose={(next) => flow.change({ slot: next, pickup: undefined, drop: undefined })}
      />
      <DialogFooter>
        {wrong ? (
          <div id={wrongId}>
            <WhyNot>{wrong}</WhyNot>
          </div>
        ) : (
          <Refusal flow={flow} />
        )}
        <Button wide busy={hold.isPending} onClick={() => unlessLacking(() => offered && goOn(offered))}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}

function DayChoice({ flow }: StepProps) {
  return (
    <Loaded
      query={useQuery(staticVariablesQuery)}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.flows_days_failed()}
      age={null}
    >
      {(rules) => <DayOf flow={flow} rules={rules} />}
    </Loaded>
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
  const { within, wrong, unlessLacking } = useAsked(day ? undefined : m.relocate_day_first())
  return (
    <div ref={within} className="grid gap-5">
      <DayCalendar
        label={m.relocate_pickup_day_label()}
        value={day}
        window={days}
        error={wrong}
        onChange={(next) => flow.change({ pickup: next, slot: undefined, drop: undefined })}
      />
      <DialogFooter>
        {!wrong && <Refusal flow={flow} />}
        <Button wide onClick={() => unlessLacking(() => flow.go(DROP_PLACE))}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </div>
  )
}
