import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCustomerId } from '#/api/customer'
import { refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { type ClosureCharge, useClosureCharge } from '#/features/closures/closure-amounts'
import { NewClosureCharge } from '#/features/closures/NewClosureCharge'
import {
  type NewTime,
  rescheduleTicket,
  type TicketDetails,
  useTicketChange,
  type VisitTimes,
} from '#/features/tickets/calls'
import { visitTimesQuery } from '#/features/tickets/queries'
import { slotTime, visitWords } from '#/features/tickets/words'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, type DayWindow } from '#/features/visits/pickup-days'
import { age } from '#/kit/Age'
import { ChoiceForm } from '#/kit/ChoiceForm'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { useAsked } from '#/kit/form'
import { Loaded } from '#/kit/Loaded'
import { NotDone } from '#/kit/NotDone'
import { requestCodes } from '#/kit/request-kinds'
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
  const form = useId()
  const query = useQuery(visitTimesQuery(useCustomerId(), ticket.ticketId))
  const { data: times } = query
  const change = useTicketChange(
    (chosen: NewTime) => rescheduleTicket(ticket.ticketId, { ...chosen, reason: reason.trim() || undefined }),
    () => {
      toast.success(m.ticket_rescheduled())
      onClose()
    },
  )
  const closes = ticket.requestType === requestCodes.closure
  const charge = useClosureCharge(ticket.orderItemIds, closes ? time?.preferredDate : undefined)
  const lookAgain = () => {
    void query.refetch()
    if (closes) charge.retry()
  }
  const delivery = times && deliveryOf(time, times)
  const chosen = time && times && isOffered(time, times) ? time : undefined
  const { within, wrong, unlessLacking } = useAsked(lackOf(chosen, closes ? charge : undefined))
  const send = () => {
    if (change.isPending) return
    unlessLacking(() =>
      change.mutate({ ...chosen, deliveryDate: delivery, closureCharge: charge.total }, { onError: lookAgain }),
    )
  }
  const footer = (
    <div className="grid gap-3">
      {wrong && <Notice tone="danger">{wrong}</Notice>}
      <div className="grid gap-3 desk:grid-cols-2">
        {ticket.canReschedule && (
          <Button wide busy={change.isPending} type="submit" form={form} className="desk:order-last">
            {m.ticket_reschedule_confirm()}
          </Button>
        )}
        <Button wide variant="secondary" onClick={onClose}>
          {m.kit_back()}
        </Button>
      </div>
    </div>
  )
  const planned = visitWords(ticket)
  return (
    <Dialog title={m.ticket_reschedule_title()} onClose={onClose} footer={footer} persistent>
      <ChoiceForm id={form} onSend={send}>
        {planned && <p className="text-muted">{m.ticket_reschedule_now({ date: planned })}</p>}
        <NotDone
          error={change.error}
          title={!change.error || refusalOf(change.error) ? undefined : m.ticket_slots_failed()}
          onRetry={send}
        />
        <Loaded
          query={query}
          failed={m.ticket_slots_failed()}
          pending={<SpinnerBlock label={m.ticket_slots_loading()} />}
          age={age}
        >
          {(offered) =>
            ticket.canReschedule && (
              <>
                <div ref={within} className="grid gap-5">
                  {offered.slots.length > 0 ? (
                    <ChooseSlot times={offered} time={time} invalid={wrong !== undefined} onChoose={setTime} />
                  ) : (
                    <ChooseDay times={offered} time={time} invalid={wrong !== undefined} onChoose={setTime} />
                  )}
                </div>
                {closes && time && <NewClosureCharge {...charge} />}
                {delivery && <NewDelivery before={ticket.deliveryDate} after={delivery} />}
                <TextArea
                  label={m.ticket_reason()}
                  optionalText={m.ticket_optional()}
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </>
            )
          }
        </Loaded>
      </ChoiceForm>
    </Dialog>
  )
}

/** What is still to be chosen, or to come from the server before the customer can agree to it. */
function lackOf(chosen: NewTime | undefined, charge: ClosureCharge | undefined): string | undefined {
  if (!chosen) return m.ticket_choose_first()
  if (!charge || charge.total !== undefined) return undefined
  return charge.error ? m.closures_charge_failed() : m.closures_charge_loading()
}

function isOffered({ slotId, preferredDate }: NewTime, times: VisitTimes): boolean {
  if (slotId) return times.slots.some((slot) => slot.slotId === slotId && slot.available)
  return preferredDate !== undefined && canChoose(windowOf(times), preferredDate)
}

function windowOf({ firstDate, lastDate, holidays }: VisitTimes): DayWindow {
  return { first: firstDate, last: lastDate, holidays }
}

/** The day on which a relocation is delivered when it is picked up at that time; undefined for every other visit. */
function deliveryOf(time: NewTime | undefined, { slots, deliveries }: VisitTimes): string | undefined {
  const day = slots.find(({ slotId }) => slotId === time?.slotId)?.date ?? time?.preferredDate
  return deliveries?.find(({ date }) => date === day)?.deliveryDate
}

/** The second visit of a relocation, which moves when the pickup comes too close to it. */
function NewDelivery({ before, after }: { before: string | undefined; after: string }) {
  const date = formatDay(after) ?? after
  const was = formatDay(before)
  return (
    <div aria-live="polite">
      {was && was !== date ? (
        <Notice>{m.ticket_delivery_moves({ was, date })}</Notice>
      ) : (
        <p className="text-muted">{m.ticket_delivery_stays({ date })}</p>
      )}
    </div>
  )
}

interface ChooseTimeProps {
  times: VisitTimes
  time: NewTime | undefined
  /** Nothing was chosen where something must be. */
  invalid: boolean
  onChoose(time: NewTime | undefined): void
}

function ChooseDay({ times, time, invalid, onChoose }: ChooseTimeProps) {
  return (
    <DayCalendar
      label={m.ticket_day()}
      value={time?.preferredDate}
      window={windowOf(times)}
      invalid={invalid}
      onChange={(preferredDate) => onChoose({ preferredDate })}
    />
  )
}

/** First a day on which a slot is free, then one of its slots. */
function ChooseSlot({ times, time, invalid, onChoose }: ChooseTimeProps) {
  const [day, setDay] = useState('')
  const days = [...new Set(times.slots.filter((slot) => slot.available).map((slot) => slot.date))]
  if (days.length === 0) return <Notice>{m.ticket_slots_none()}</Notice>
  const choose = (next: string) => {
    setDay(next)
    onChoose(undefined)
  }
  return (
    <>
      <SelectField
        label={m.ticket_day()}
        placeholder={m.ticket_day_choose()}
        options={days.map((date) => ({ value: date, label: formatDay(date) ?? date }))}
        value={day}
        aria-invalid={(invalid && !day) || undefined}
        onChange={(event) => choose(event.target.value)}
      />
      {day && (
        <fieldset className="grid gap-3" aria-invalid={invalid || undefined}>
          <legend className="pb-2 font-semibold text-support">{m.ticket_time()}</legend>
          {times.slots
            .filter((slot) => slot.date === day)
            .map((slot) => (
              <RadioCard
                key={slot.slotId}
                name="slot"
                title={slotTime(slot)}
                note={slot.available ? undefined : m.ticket_time_taken()}
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
