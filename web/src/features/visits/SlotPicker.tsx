import { useId, useState } from 'react'
import { m } from '#/copy'
import { formatWholeDay } from '#/kit/dates'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { Notice } from '#/ui/Notice'
import { heldWords, type Slot, slotDays, slotTime, withHeld } from './slots'

/** How many days are shown at first, and how many each press adds. */
const DAYS_AT_ONCE = 5

interface SlotPickerProps {
  /** Read aloud: what is chosen. */
  label: string
  slots: Slot[]
  chosen?: Slot
  /** The id of the error text. It is next to the button, because the list of slots is long. */
  wrongBy?: string
  onChoose(slot: Slot): void
}

/** The days on which our team can come, each with its slots. Later days are shown on demand. */
export function SlotPicker({ label, slots, chosen, wrongBy, onChoose }: SlotPickerProps) {
  const name = useId()
  const days = slotDays(withHeld(slots, chosen))
  const upToChosen = days.findIndex(({ date }) => date === chosen?.date) + 1
  const [shown, setShown] = useState(Math.max(DAYS_AT_ONCE, upToChosen))
  if (days.length === 0) return <Notice>{m.visits_slots_none()}</Notice>
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={wrongBy ? true : undefined}
      aria-describedby={wrongBy}
      className="grid gap-6"
    >
      {days.slice(0, shown).map(({ date, slots: ofDay }) => (
        <fieldset key={date} className="grid gap-2 desktop:grid-cols-3">
          <legend className="pb-2 font-semibold text-support">{formatWholeDay(date)}</legend>
          {ofDay.map((slot) => (
            <RadioCard
              key={slot.slotId}
              name={name}
              className="px-3"
              title={slotTime(slot)}
              note={slot.available ? heldWords(slot) : m.visits_slot_taken()}
              disabled={!slot.available}
              checked={slot.slotId === chosen?.slotId}
              onChange={() => onChoose(slot)}
            />
          ))}
        </fieldset>
      ))}
      {shown < days.length && (
        <Button variant="secondary" wide onClick={() => setShown(shown + DAYS_AT_ONCE)}>
          {m.visits_slots_later()}
        </Button>
      )}
    </div>
  )
}
