import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { NotDone } from '#/kit/NotDone'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { byAnAnswer, declineTransfer, type IncomingTransfer } from './queries'

/** Refuses a transfer, or gives an accepted one up, after one question. */
export function IncomingTransferDecline({ transfer }: { transfer: IncomingTransfer }) {
  const [asked, setAsked] = useState(false)
  const changed = useChanged()
  const decline = useMutation({
    mutationFn: () => declineTransfer(transfer.ticketId),
    onError: ({ message }) => toast.error(message),
    onSuccess: () => setAsked(false),
    onSettled: () => changed(...byAnAnswer),
  })
  const accepted = transfer.status === 'in_progress'
  const verb = accepted ? m.transfers_give_up() : m.transfers_decline()
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <Confirm
        open={asked}
        title={accepted ? m.transfers_give_up_question() : m.transfers_decline_question()}
        confirmLabel={verb}
        cancelLabel={m.transfers_decline_not()}
        danger
        busy={decline.isPending}
        onConfirm={() => decline.mutate()}
        onCancel={() => setAsked(false)}
      >
        <p className="text-muted">{m.transfers_decline_text({ name: transfer.from })}</p>
        {accepted && <p className="pt-2 text-muted">{m.transfers_give_up_text()}</p>}
        <NotDone error={decline.error} onRetry={decline.mutate} />
      </Confirm>
    </>
  )
}
