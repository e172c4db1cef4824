import { useNavigate } from '@tanstack/react-router'
import { m } from '#/copy'
import { cancelVisit, type TicketDetails, useTicketChange } from '#/features/tickets/calls'
import { ActionError } from '#/kit/ActionError'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'

interface CancelVisitProps {
  ticket: TicketDetails
  onClose(): void
}

/** Cancels a planned visit. If the visit was planned for today, the customer is asked why. */
export function CancelVisit({ ticket, onClose }: CancelVisitProps) {
  const navigate = useNavigate()
  const cancel = useTicketChange(cancelVisit, (sameDay) => {
    if (sameDay) {
      void navigate({ to: '/wa/cancellation', search: { ticketId: ticket.ticketId } })
      return
    }
    toast.success(m.ticket_cancelled())
    onClose()
  })
  const give = () => cancel.mutate(ticket.serviceRequestId)
  const footer = (
    <div className="button-pair">
      {ticket.canCancel && (
        <Button wide variant="danger" busy={cancel.isPending} onClick={give}>
          {m.ticket_cancel_confirm()}
        </Button>
      )}
      <Button wide variant="secondary" onClick={onClose}>
        {ticket.canCancel ? m.flows_keep() : m.kit_back()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.ticket_cancel_title()} onClose={onClose} footer={footer} persistent>
      <div className="grid gap-4">
        <ActionError error={cancel.error} onRetry={give} />
        {ticket.canCancel && <p>{m.ticket_cancel_text({ date: formatDay(ticket.visitDate) ?? '' })}</p>}
        {ticket.canCancel && ticket.canReschedule && <p className="text-muted">{m.ticket_cancel_instead()}</p>}
      </div>
    </Dialog>
  )
}
