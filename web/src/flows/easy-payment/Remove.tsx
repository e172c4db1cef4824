import { useMutation } from '@tanstack/react-query'
import type { MandateCard } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { NotDone } from '#/kit/NotDone'
import { toast } from '#/platform/toast'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { Spinner } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { remove } from './calls'
import { cardTitle, maskedNumber, methodName, upiId } from './model'

interface RemoveProps {
  card: MandateCard
  onRemoved(): void
  onCancel(): void
}

/** Asks once, and withdraws the mandate. */
export function Remove({ card, onRemoved, onCancel }: RemoveProps) {
  const changed = useChanged()
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      void changed('auto-debit', 'dashboard')
      toast.success(m.easy_payment_removed({ method: methodName(card) }))
      onRemoved()
    },
    onError: ({ message }) => toast.error(message),
  })
  const number = upiId(card) ?? maskedNumber(card)
  return (
    <>
      <StepHeading>{m.easy_payment_remove_title()}</StepHeading>
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <PlugArt />
        <p className="max-w-md text-muted">{m.easy_payment_remove_text()}</p>
        <p className="grid">
          <span className="font-semibold">{cardTitle(card)}</span> {number && <span className="tabular">{number}</span>}
        </p>
        {isPending && <Spinner label={m.easy_payment_removing()} />}
      </div>
      <DialogFooter>
        <NotDone error={error} busy={isPending} onRetry={() => mutate(card)} />
        <div className="button-pair">
          <Button wide variant="danger" busy={isPending} onClick={() => mutate(card)}>
            {m.easy_payment_remove_yes()}
          </Button>
          <Button wide variant="secondary" onClick={onCancel}>
            {m.easy_payment_cancel()}
          </Button>
        </div>
      </DialogFooter>
    </>
  )
}
