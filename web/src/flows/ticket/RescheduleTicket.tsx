import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as v from 'valibot'
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
import { visitWords } from '#/features/tickets/words'
import { DayCalendar } from '#/features/visits/DayCalendar'
import { canChoose, type DayWindow } from '#/features/visits/pickup-days'
import { SlotPicker } from '#/features/visits/SlotPicker'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { choice, useForm, useRequiredChoice } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { requestCodes } from '#/kit/request-kinds'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextArea } from '#/ui/TextArea'

interface RescheduleTicketProps {
  ticket: TicketDetails
  onClose(): void
}

/** Changes the time of a visit: a slot or, in a city without slots, a day. */
export function RescheduleTicket({ ticket, onClose }: RescheduleTicketProps) {
  const query = useQuery(visitTimesQuery(useCustomerId(), ticket.ticketId))
  const { data: times } = query
  const change = useTicketChange(
    (agreed: NewTime) => rescheduleTicket(ticket.ticketId, agreed),
    () => {
      toast.success(m.ticket_rescheduled())
      onClose()
    },
  )
  const closes = ticket.requestType === requestCodes.closure
  const send = async (chosen: v.InferOutput<ReturnType<typeof schemaOf>>) => agree(chosen)
  const form = useForm({ schema: schemaOf(query.data), initialValues: { time: undefined, reason: '' }, send })
  const { time } = form.answers
  const charge = useClosureCharge(ticket.orderItemIds, closes ? time?.preferredDate : undefined)
  const lookAgain = () => {
    void query.refetch()
    if (closes) charge.retry()
  }
  const delivery = times && deliveryOf(time, times)
  const { error, ifComplete } = useRequiredChoice(closes && time ? notYet(charge) : undefined)
  const agree = ({ time: chosen, reason }: Parameters<typeof send>[0]) => {
    const agreed = { ...chosen, reason: reason || undefined, deliveryDate: delivery, closureCharge: charge.total }
    ifComplete(() => change.mutate(agreed, { onError: lookAgain }))
  }
  // The calendar shows its error itself. The list of slots is long, so its error is next to the button.
  const errorId = useId()
  const said = error ?? (times?.slots.length === 0 ? undefined : form.errors.time)
  const footer = (
    <div className="grid gap-3">
      <div id={errorId}>
        <InlineError>{said}</InlineError>
      </div>
      <div className="button-pair">
        {ticket.canReschedule && (
          <Button wide busy={change.isPending} {...form.button}>
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
  const choose = (next: NewTime) => form.change({ time: next })
  return (
    <Dialog title={m.ticket_reschedule_title()} onClose={onClose} footer={footer} persistent>
      <form {...form.props} className="grid gap-5">
        {planned && <p className="text-muted">{m.ticket_reschedule_now({ date: planned })}</p>}
        <ActionError
          error={change.error}
          title={!change.error || refusalOf(change.error) ? undefined : m.ticket_slots_failed()}
          onRetry={() => form.submit()}
        />
        <QueryContent
          query={query}
          failed={m.ticket_slots_failed()}
          pending={<SpinnerBlock label={m.ticket_slots_loading()} />}
          age={dataAge}
        >
          {(offered) =>
            ticket.canReschedule && (
              <>
                {offered.slots.length > 0 ? (
                  <SlotPicker
                    label={m.ticket_day()}
                    slots={offered.slots}
                    chosen={offered.slots.find(({ slotId }) => slotId === time?.slotId)}
                    wrongBy={form.errors.time && errorId}
                    onChoose={({ slotId }) => choose({ slotId })}
                  />
                ) : (
                  <DayCalendar
                    label={m.ticket_day()}
                    value={time?.preferredDate}
                    window={windowOf(offered)}
                    error={form.errors.time}
                    onChange={(preferredDate) => choose({ preferredDate })}
                  />
                )}
                {closes && time && <NewClosureCharge {...charge} />}
                {delivery && <NewDelivery before={ticket.deliveryDate} after={delivery} />}
                <TextArea
                  label={m.ticket_reason()}
                  optionalText={m.ticket_optional()}
                  rows={2}
                  maxLength={500}
                  value={form.answers.reason}
                  onChange={(event) => form.change({ reason: event.target.value })}
                />
              </>
            )
          }
        </QueryContent>
      </form>
    </Dialog>
  )
}

function schemaOf(times: VisitTimes | undefined) {
  return v.object({
    time: choice<NewTime>((time) => times !== undefined && isOffered(time, times), m.ticket_choose_first),
    reason: v.pipe(v.string(), v.trim()),
  })
}

/** What must be loaded before the customer can agree. */
function notYet(charge: ClosureCharge): string | undefined {
  if (charge.total !== undefined) return undefined
  return charge.error ? m.closures_charge_failed() : m.closures_charge_loading()
}

function isOffered({ slotId, preferredDate }: NewTime, times: VisitTimes): boolean {
  if (slotId) return times.slots.some((slot) => slot.slotId === slotId && slot.available)
  return preferredDate !== undefined && canChoose(windowOf(times), preferredDate)
}

function windowOf({ firstDate, lastDate, holidays }: VisitTimes): DayWindow {
  return { first: firstDate, last: lastDate, holidays }
}

/** The delivery day of a relocation if it is picked up at that time. Undefined for all other visits. */
function deliveryOf(time: NewTime | undefined, { slots, deliveries }: VisitTimes): string | undefined {
  const day = slots.find(({ slotId }) => slotId === time?.slotId)?.date ?? time?.preferredDate
  return deliveries?.find(({ date }) => date === day)?.deliveryDate
}

/** The delivery of a relocation. It moves if the new pickup is too close to it. */
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
