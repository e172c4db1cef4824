import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkMandate, type MandateCard } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { toast } from '#/platform/toast'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { AutoDebitCard } from './AutoDebitCard'

interface WaitingProps {
  card: MandateCard
  onRemove(): void
}

/** A mandate that the bank has yet to decide. The bank is asked when the customer comes, comes back, or wishes. */
export function Waiting({ card, onRemove }: WaitingProps) {
  return (
    <AutoDebitCard card={card} active={false} onRemove={onRemove}>
      <p>{m.easy_payment_waiting_text()}</p>
      {!isDirectLogin() && <Check card={card} />}
    </AutoDebitCard>
  )
}

function Check({ card: { cardId } }: Pick<WaitingProps, 'card'>) {
  const changed = useChanged()
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: checkMandate,
    meta: { asks: true },
    onSuccess: async ({ success, card }) => {
      if (card.status === 'initiated') return
      await changed('auto-debit', 'dashboard')
      if (success) toast.success(m.payments_mandate_set_done())
      else toast.error(m.payments_mandate_add_failed())
    },
  })
  useEffect(() => {
    const ask = () => document.hidden || mutate(cardId)
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [cardId, mutate])
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" compact busy={isPending} onClick={() => mutate(cardId)}>
        {m.easy_payment_check_now()}
      </Button>
      <p role="status" className="text-muted text-support">
        {isSuccess && m.easy_payment_checked()}
      </p>
      <ActionError error={error} busy={isPending} onRetry={() => mutate(cardId)} />
    </div>
  )
}
