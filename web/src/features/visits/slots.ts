import type { components } from '#/api/schema'
import { m } from '#/copy'
import { formatTime } from '#/kit/dates'

export type Slot = components['schemas']['Slot']

export interface SlotDay {
  /** YYYY-MM-DD. */
  date: string
  slots: Slot[]
}

/** The slots grouped by day, in order. Days without a free slot are left out. */
export function slotDays(slots: readonly Slot[]): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) days.set(slot.date, [...(days.get(slot.date) ?? []), slot])
  const free = [...days].filter(([, ofDay]) => ofDay.some((slot) => slot.available))
  return free
    .map(([date, ofDay]) => ({ date, slots: ofDay.toSorted((a, b) => a.startTime.localeCompare(b.startTime)) }))
    .sort((a, b) => a.date.localeCompare(b.date))
}

/** The slots, in which the one that this customer holds counts as free. */
export function withHeld(slots: readonly Slot[], held: Slot | undefined): Slot[] {
  return slots.map((slot) => (held?.heldUntil && slot.slotId === held.slotId ? held : slot))
}

/** "10:00 am to 1:00 pm" */
export function slotTime({ startTime, endTime }: Pick<Slot, 'startTime' | 'endTime'>): string {
  return m.visits_slot_time({ start: formatTime(startTime), end: formatTime(endTime) })
}

/** "We hold your slot for you until 10:45 am." The server sends the time in India's time zone. */
export function heldWords({ heldUntil }: Slot): string | undefined {
  return heldUntil && m.visits_slot_held({ time: formatTime(heldUntil.slice(11, 16)) })
}
