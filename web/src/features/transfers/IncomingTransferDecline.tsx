import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { ChangeButton } from '#/kit/ChangeButton'
import { Confirm } from '#/kit/Dialog'
import { useToastIfGone } from '#/kit/toast-if-gone'
import { formatRupees, sumRupees } from '#/shared/money'
import { byAnAnswer, declineTransfer } from './answers'
import type { IncomingTransfer } from './queries'

/**
 * What happens to the deposit for the items.
 * Dues are paid from it before the rest comes back (docs/rules.md R10).
 */
function Deposit({ paid }: { paid: number }) {
  const { data } = useDashboard()
  if (!data) return null
  const due = Math.min(paid, data.totalPayableAmount)
  const deposit = formatRupees(paid)
  const rest = formatRupees(sumRupees([paid, -due]))
  return (
    <p className="pt-2">
      {due > 0
        ? m.transfers_give_up_text({ deposit, paid: formatRupees(due), rest })
        : m.transfers_give_up_text_free({ deposit })}
    </p>
  )
}

/** Declines a transfer, or gives up an accepted one, after a confirmation. */
export function IncomingTransferDecline({ transfer }: { transfer: IncomingTransfer }) {
  const [asked, setAsked] = useState(false)
  const changed = useChanged()
  const toastIfGone = useToastIfGone(asked)
  const decline = useMutation({
    mutationFn: () => declineTransfer(transfer.ticketId),
    onError: toastIfGone,
    onSuccess: () => setAsked(false),
    onSettled: () => changed(...byAnAnswer),
  })
  const accepted = transfer.status === 'in_progress'
  const verb = accepted ? m.transfers_give_up() : m.transfers_decline()
  return (
    <>
      <ChangeButton variant="secondary" onClick={() => setAsked(true)}>
        {verb}
      </ChangeButton>
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
        {transfer.depositPaid > 0 && <Deposit paid={transfer.depositPaid} />}
        <ActionError error={decline.error} onRetry={decline.mutate} />
      </Confirm>
    </>
  )
}
