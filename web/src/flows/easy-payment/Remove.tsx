import { useMutation } from '@tanstack/react-query'
import type { MandateCard, MandateCards } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { pendingDebit, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { formatDay } from '#/kit/dates'
import { useToastIfGone } from '#/kit/toast-if-gone'
import { catchLostFocus } from '#/platform/lost-focus'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { Spinner } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { remove } from './calls'
import {
  cardTitle,
  isActive,
  isOneOfMore,
  maskedNumber,
  methodName,
  NEXT_TOAST_MS,
  upiId,
  whatIsDebitedThen,
} from './model'

interface RemoveProps {
  card: MandateCard
  cards: MandateCards
  onRemoved(): void
  onCancel(): void
}

/** Asks for a confirmation, says what happens to the debits, and withdraws the mandate. */
export function Remove({ card, cards, onRemoved, onCancel }: RemoveProps) {
  const changed = useChanged()
  const toastIfGone = useToastIfGone()
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      void changed('auto-debit', 'dashboard')
      toast.success(m.easy_payment_removed({ method: methodName(card) }))
      if (isOneOfMore(card, cards) && !cards.noRent)
        toast.success(whatIsDebitedThen(card, cards), { durationMs: NEXT_TOAST_MS })
      onRemoved()
      catchLostFocus(() => document.getElementById('content'))
    },
    onError: toastIfGone,
  })
  const number = upiId(card) ?? maskedNumber(card)
  return (
    <>
      <StepHeading>{m.easy_payment_remove_title()}</StepHeading>
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <PlugArt />
        <p className="max-w-md text-muted">{m.easy_payment_remove_text()}</p>
        <PlannedDebit card={card} cards={cards} />
        <p className="grid">
          <span className="font-semibold">{cardTitle(card)}</span> {number && <span className="tabular">{number}</span>}
        </p>
        {!cards.noRent && <p className="max-w-md">{whatIsDebitedThen(card, cards)}</p>}
        {isPending && <Spinner label={m.easy_payment_removing()} />}
      </div>
      <DialogFooter>
        <ActionError error={error} busy={isPending} onRetry={() => mutate(card)} />
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

interface RemovedProps {
  card: MandateCard
  cards: MandateCards
}

/** What happens to the debit of an open invoice. A planned debit is cancelled or made by another mandate. A debit at the bank is made. */
function PlannedDebit({ card, cards }: RemovedProps) {
  const { data } = useDashboard()
  const atBank = data && pendingDebit(data)
  if (atBank && isActive(card, cards))
    return <p className="max-w-md">{m.easy_payment_remove_under_way({ amount: formatRupees(atBank.amount) })}</p>
  const then = card.debitIfRemoved
  if (!then) return null
  const [amount, date] = [formatRupees(then.amount), formatDay(then.date) ?? '']
  if (then.name)
    return <p className="wrap-anywhere max-w-md">{m.easy_payment_remove_moves({ amount, date, other: then.name })}</p>
  const debit = data?.debit
  const values = { amount, date, invoice: debit?.invoiceNumber ?? '', payBy: formatDay(debit?.payBy) ?? '' }
  return <p className="wrap-anywhere max-w-md">{m.easy_payment_remove_planned(values)}</p>
}
