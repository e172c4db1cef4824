import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { formatDay } from './dates'

type Debit = NonNullable<DashboardData['debit']>

interface Words {
  amount: string
  limit: string
  account: string
  date: string
}

const words: Record<Debit['step'], (values: Words) => string> = {
  planned: m.kit_debit_planned,
  under_way: m.kit_debit_under_way,
  failed: m.kit_debit_failed,
  above_limit: m.kit_debit_above_limit,
  skipped: m.kit_debit_skipped,
  stopped: m.kit_debit_stopped,
  lapsed: m.kit_debit_lapsed,
}

/** Whether the money may still come by it; otherwise the invoice is to be paid by hand. */
export const isComing = ({ step }: Debit) => step === 'planned' || step === 'under_way'

/** Whether the last day to pay its invoice in time has gone by. */
export const isOverdue = ({ payBy }: Debit, dueDays: DashboardData['dueDays']) =>
  dueDays.some((day) => day.isOverdue && day.dueDate === payBy)

interface DebitNoteProps {
  debit: Debit
  /** By when what is due is to be paid in time. */
  dueDays: DashboardData['dueDays']
}

/** What becomes of the debit of an open invoice: when, how much and from what, or by when to pay it by hand. */
export default function DebitNote({ debit, dueDays }: DebitNoteProps) {
  const { step, isRetry, date, amount, limit, account, payBy } = debit
  const say = step === 'planned' && isRetry ? m.kit_debit_again : words[step]
  const overdue = isOverdue(debit, dueDays)
  const values = {
    amount: formatRupees(amount),
    limit: formatRupees(limit),
    account,
    date: formatDay(date) ?? '',
  }
  return (
    <p className="wrap-anywhere">
      {say(values)} {!isComing(debit) && (overdue ? m.kit_debit_by_hand_now() : byHand(payBy))}
    </p>
  )
}

const byHand = (payBy: string) => m.kit_debit_by_hand({ date: formatDay(payBy) ?? '' })
