import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestCodes } from '#/api/requests'
import { m } from '#/copy'
import { useClosureCharge } from '#/features/closures/closure-amounts'
import { NewClosureCharge } from '#/features/closures/NewClosureCharge'
import {
  type NewTime,
  rescheduleTicket,
  type TicketDetails,
  useTicketChange,
  type VisitTimes,
  visitTimesQuery,
} from '#/features/tickets/calls'
import { slotTime, visitWords } from '#/features/tickets/words'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, type DayWindow } from '#/features/visits/pickup-days'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { Notice } from '#/ui/Notice'
import { SelectField } from '#/ui/SelectField'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextArea } from '#/ui/TextArea'

interface RescheduleTicketProps {
  ticket: TicketDetails
  onClose(): void
}

/** Another time for a visit: a slot, or a day where the city has no slots. */
export function RescheduleTicket({ ticket, onClose }: RescheduleTicketProps) {
  const [time, setTime] = useState<NewTime>()
  const [reason, setReason] = useState('')
  const query = useQuery(visitTimesQuery(ticket.ticketId))
  const { data: times } = query
  const change = useTicketChange(
    (chosen: NewTime) => rescheduleTicket(ticket.ticketId, { ...chosen, reason: reason.trim() || undefined }),
    () => {
      toast.success(m.tickets_rescheduled())
      onClose()
    },
  )
  const closes = ticket.requestType === requestCodes.closure
  const charge = useClosureCharge(ticket.orderItemIds, closes ? time?.preferredDate : undefined)
  const lookAgain = () => {
    void query.refetch()
    if (closes) charge.retry()
  }
  const ready = time && times && isOffered(time, times) && (!closes || charge.total !== undefined)
  const footer = (
    <div className="grid gap-3 desk:grid-cols-2">
      {ticket.canReschedule && (
        <Button
          wide
          disabled={!ready}
          disabledReason={m.tickets_choose_first()}
          busy={change.isPending}
          onClick={() => time && change.mutate({ ...time, closureCharge: charge.total }, { onError: lookAgain })}
          className="desk:order-last"
        >
          {m.tickets_reschedule_confirm()}
        </Button>
      )}
      <Button wide variant="secondary" onClick={onClose}>
        {m.tickets_back()}
      </Button>
    </div>
  )
  const planned = visitWords(ticket)
  return (
    <Dialog title={m.tickets_reschedule_title()} onClose={onClose} footer={footer} persistent>
      <div className="grid gap-5">
        {planned && <p className="text-muted">{m.tickets_reschedule_now({ date: planned })}</p>}
        {change.error && (
          <Notice tone="danger" title={m.tickets_slots_failed()}>
            {change.error.message}
          </Notice>
        )}
        <Loaded
          query={query}
          failed={m.tickets_slots_failed()}
          pending={<SpinnerBlock label={m.tickets_slots_loading()} />}
        >
          {(offered) =>
            ticket.canReschedule && (
              <>
                {offered.slots.length > 0 ? (
                  <ChooseSlot times={offered} time={time} onChoose={setTime} />
                ) : (
                  <ChooseDay times={offered} time={time} onChoose={setTime} />
                )}
                {closes && time && <NewClosureCharge {...charge} />}
                <TextArea
                  label={m.tickets_reason()}
                  optionalText={m.tickets_optional()}
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

function isOffered({ slotId, preferredDate }: NewTime, times: VisitTimes): boolean {
  if (slotId) return times.slots.some((slot) => slot.slotId === slotId && slot.available)
  return preferredDate !== undefined && canChoose(windowOf(times), preferredDate)
}

function windowOf({ firstDate, lastDate, holidays }: VisitTimes): DayWindow {
  return { first: firstDate, last: lastDate, holidays }
}

interface ChooseTimeProps {
  times: VisitTimes
  time: NewTime | undefined
  onChoose(time: NewTime | undefined): void
}

function ChooseDay({ times, time, onChoose }: ChooseTimeProps) {
  return (
    <DayCalendar
      label={m.tickets_day()}
      value={time?.preferredDate}
      window={windowOf(times)}
      onChange={(preferredDate) => onChoose({ preferredDate })}
    />
  )
}

/** First a day on which a slot is free, then one of its slots. */
function ChooseSlot({ times, time, onChoose }: ChooseTimeProps) {
  const [day, setDay] = useState('')
  const days = [...new Set(times.slots.filter((slot) => slot.available).map((slot) => slot.date))]
  if (days.length === 0) return <Notice>{m.tickets_slots_none()}</Notice>
  const choose = (next: string) => {
    setDay(next)
    onChoose(undefined)
  }
  return (
    <>
      <SelectField
        label={m.tickets_day()}
        placeholder={m.tickets_day_choose()}
        options={days.map((date) => ({ value: date, label: formatDay(date) ?? date }))}
        value={day}
        onChange={(event) => choose(event.target.value)}
      />
      {day && (
        <fieldset className="grid gap-3">
          <legend className="pb-2 font-semibold text-support">{m.tickets_time()}</legend>
          {times.slots
            .filter((slot) => slot.date === day)
            .map((slot) => (
              <RadioCard
                key={slot.slotId}
                name="slot"
                title={slotTime(slot)}
                note={slot.available ? undefined : m.tickets_time_taken()}
                disabled={!slot.available}
                checked={time?.slotId === slot.slotId}
                onChange={() => onChoose({ slotId: slot.slotId })}
              />
            ))}
        </fieldset>
      )}
    </>
  )
}
