import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Confirm } from '#/kit/Dialog'
import { formatRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { cancelVerification } from '../calls'
import { toastProblem } from '../problem-toast'
import { useStepTaken } from '../step'

interface CancelKycProps {
  completion: CompletionStatus
}

/**
 * Cancels the verification and the orders that wait for it. Before that, it lists them and says what is kept.
 */
export function CancelKyc({ completion }: CancelKycProps) {
  const taken = useStepTaken()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => cancelVerification().then(taken),
    onError: toastProblem,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="quiet" compact onClick={() => setAsking(true)}>
        {m.kyc_cancel()}
      </Button>
      <ActionError error={cancel.error} busy={cancel.isPending} onRetry={() => cancel.mutate()} />
      <Confirm
        open={asking}
        title={m.kyc_cancel_title()}
        confirmLabel={m.kyc_cancel()}
        cancelLabel={m.kyc_cancel_not()}
        danger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setAsking(false)}
      >
        <div className="grid gap-3">
          <Orders completion={completion} />
          <p>{m.kyc_cancel_kept()}</p>
        </div>
      </Confirm>
    </>
  )
}

/** The orders that would be cancelled too. */
function Orders({ completion: { waitingOrders } }: CancelKycProps) {
  if (waitingOrders.length === 0) return <p>{m.kyc_cancel_no_order()}</p>
  return (
    <>
      <p>{m.kyc_cancel_orders()}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {waitingOrders.map(({ ticketId, from, items, depositPaid }) => (
          <li key={ticketId}>
            {m.kyc_cancel_order({
              items: items.map(({ productName }) => productName).join(', '),
              name: from,
              ticket: ticketId,
            })}
            {depositPaid > 0 && <p>{m.kyc_cancel_deposit({ amount: formatRupees(depositPaid) })}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
