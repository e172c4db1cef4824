import * as v from 'valibot'
import { m } from '#/copy'
import { cancelVisit, setCancellationReason, type TicketDetails, useTicketChange } from '#/features/tickets/calls'
import { cancellationReasons, inEnglish } from '#/features/tickets/cancellation-reasons'
import { TicketCard } from '#/features/tickets/TicketCard'
import { ActionError } from '#/kit/ActionError'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { VanArt } from '#/ui/art/VanArt'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { EmptyState } from '#/ui/EmptyState'
import { FieldError } from '#/ui/Field'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { TextArea } from '#/ui/TextArea'

/** Cancels the visit if it is still planned, asks for the reason, and says thanks. */
export function Cancellation({ ticket }: { ticket: TicketDetails }) {
  if (ticket.status === 'cancelled') return wasTold(ticket) ? <Thanks /> : <TellWhy ticket={ticket} />
  return <StillPlanned ticket={ticket} />
}

/** Whether the reason was already given. It is a second step with the status of a cancellation. */
function wasTold({ steps }: TicketDetails): boolean {
  return steps.filter(({ status }) => status === 'cancelled').length > 1
}

function StillPlanned({ ticket }: { ticket: TicketDetails }) {
  const cancel = useTicketChange(cancelVisit, () => undefined)
  const giveUp = () => cancel.mutate(ticket.serviceRequestId)
  return (
    <div className="grid gap-4">
      <ActionError error={cancel.error} busy={cancel.isPending} onRetry={giveUp} />
      {!ticket.canCancel && !cancel.error && <Notice>{m.wa_cancellation_fixed()}</Notice>}
      <TicketCard
        ticket={ticket}
        actions={
          ticket.canCancel && (
            <Button variant="danger" busy={cancel.isPending} onClick={giveUp}>
              {m.ticket_cancel_confirm()}
            </Button>
          )
        }
      />
      <AllRequests />
    </div>
  )
}

const schema = v.object({
  reason: v.pipe(
    v.number(),
    v.minValue(0, () => m.wa_cancellation_choose()),
  ),
  comment: v.pipe(v.string(), v.trim()),
})

function TellWhy({ ticket }: { ticket: TicketDetails }) {
  const submission = useTicketChange(
    ({ reason, comment }: v.InferOutput<typeof schema>) => {
      const chosen = cancellationReasons[reason]
      return setCancellationReason(ticket.ticketId, chosen ? inEnglish(chosen) : '', comment || undefined)
    },
    () => undefined,
  )
  const form = useForm({
    savedAs: 'cancellation',
    schema,
    initialValues: { reason: -1, comment: '' },
    send: submission.mutateAsync,
  })
  const { reason, comment } = form.answers
  return (
    <form {...form.props} className="grid gap-5 rounded-card bg-surface p-5 desktop:p-6">
      <InlineError>{form.submitError}</InlineError>
      <fieldset className="grid gap-3" aria-invalid={form.errors.reason !== undefined || undefined}>
        <legend className="pb-3 font-semibold text-card">{m.wa_cancellation_ask()}</legend>
        {cancellationReasons.map((text, index) => (
          <RadioCard
            key={text()}
            name="reason"
            title={text()}
            checked={reason === index}
            onChange={() => form.change({ reason: index })}
          />
        ))}
        {form.errors.reason && <FieldError>{form.errors.reason}</FieldError>}
      </fieldset>
      <TextArea
        label={m.wa_cancellation_comment()}
        optionalText={m.ticket_optional()}
        rows={3}
        maxLength={1000}
        value={comment}
        onChange={(event) => form.change({ comment: event.target.value })}
      />
      <Button type="submit" wide busy={form.busy}>
        {m.wa_cancellation_send()}
      </Button>
    </form>
  )
}

function Thanks() {
  return (
    <EmptyState art={<VanArt />} title={m.wa_cancellation_thanks()} action={<AllRequests />}>
      {m.wa_cancellation_thanks_text()}
    </EmptyState>
  )
}

function AllRequests() {
  return (
    <LinkButton to="/my-subscriptions/all-requests" variant="secondary">
      {m.wa_cancellation_all_requests()}
    </LinkButton>
  )
}
