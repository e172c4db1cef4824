import type { MandateCard } from '#/api/auto-debit'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { mandateAmount } from './model'

type DebitThen = NonNullable<MandateCard['debitIfChosen']>

/** Which mandate makes this month's debit after a change that the customer is about to make. */
export function thisMonth({ amount, date, name = '', stays }: DebitThen, moves: typeof m.easy_payment_moves): string {
  const values = { amount: formatRupees(amount), date: formatDay(date) ?? '' }
  return stays ? m.easy_payment_stays({ ...values, name }) : moves(values)
}

interface IfChosenProps {
  card: MandateCard
  /** The rent of a month, in rupees. */
  rent: number
}

/** What follows if this mandate is chosen: who makes this month's debit, and whether it suffices for later ones. */
export function IfChosen({ card, rent }: IfChosenProps) {
  const limit = mandateAmount(card)
  const debit = card.debitIfChosen
  return (
    <div className="grid gap-2 text-support wrap-anywhere" aria-live="polite">
      {debit && <p>{thisMonth(debit, m.easy_payment_would_move)}</p>}
      {limit < rent && <p>{m.easy_payment_limit_below({ limit: formatRupees(limit), rent: formatRupees(rent) })}</p>}
    </div>
  )
}
