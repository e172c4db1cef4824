import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { formatDay, formatTime } from './dates'

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
  too_late: m.kit_debit_too_late,
  month_taken: m.kit_debit_month_taken,
}

/** Whether the debit may still bring the money. Otherwise the customer has to pay the invoice by hand. */
export const isComing = ({ step }: Debit) => step === 'planned' || step === 'under_way'

type Dues = Pick<DashboardData, 'totalPayableAmount' | 'pendingLateFeeAmount' | 'nextLateFee'>

interface DebitNoteProps {
  debit: Debit
  /** What is due besides the debit. */
  data: Dues
}

/** Says when the debit takes how much from which account, or by when to pay its invoice by hand. */
export function DebitNote({ debit, data }: DebitNoteProps) {
  return (
    <p className="wrap-anywhere">
      {isComing(debit) ? `${what(debit)} ${whatNot(debit, data)}` : `${what(debit)} ${byHand(debit, data)}`}
    </p>
  )
}

function what({ step, isRetry, time, date, amount, limit, account }: Debit): string {
  const values = {
    amount: formatRupees(amount),
    limit: formatRupees(limit),
    account,
    date: formatDay(date) ?? '',
  }
  if (step !== 'planned') return words[step](values)
  if (!time) return isRetry ? m.kit_debit_again(values) : m.kit_debit_planned(values)
  const from = { ...values, time: formatTime(time) }
  return isRetry ? m.kit_debit_again_from(from) : m.kit_debit_planned_from(from)
}

/** Says what else is due, because the debit of one month pays nothing of another month. */
function whatNot({ step, besides = 0, invoiceNumber }: Debit, { totalPayableAmount }: Dues): string {
  if (besides === 0) return ''
  const values = { invoice: invoiceNumber, rest: formatRupees(besides), total: formatRupees(totalPayableAmount) }
  return step === 'planned' ? m.kit_debit_besides(values) : m.kit_debit_besides_under_way(values)
}

/** Says how to pay the invoice by hand, and which late fee that saves. */
function byHand(debit: Debit, data: Dues): string {
  if (debit.step !== 'too_late') return payBy(debit, data)
  const { totalPayableAmount: due, pendingLateFeeAmount: fees } = data
  return [
    fees > 0 && m.kit_debit_with_fees({ due: formatRupees(due), fees: formatRupees(fees) }),
    payBy(debit, data),
    debit.debitsFrom && m.kit_debit_from({ date: formatDay(debit.debitsFrom) ?? '', account: debit.account }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Once the invoice is overdue, the fee is that of the day, for everything that is due. */
function payBy(debit: Debit, { nextLateFee }: Dues): string {
  const { isOverdue, payBy } = debit
  const lateFee = (isOverdue && nextLateFee) || debit.lateFee
  if (!lateFee) return isOverdue ? m.kit_debit_by_hand_now() : m.kit_debit_by_hand({ date: formatDay(payBy) ?? '' })
  const fee = { fee: formatRupees(lateFee.amount), feeDate: formatDay(lateFee.date) ?? '' }
  return isOverdue ? m.kit_debit_by_hand_late(fee) : m.kit_debit_by_hand_fee({ ...fee, date: formatDay(payBy) ?? '' })
}

interface DebitNotesProps {
  data: Dues & Pick<DashboardData, 'debit' | 'notDebited'>
}

/** Says what happens to the debits of all open invoices. Only one invoice of each month is debited. */
export function DebitNotes({ data }: DebitNotesProps) {
  return (
    <>
      {data.debit && <DebitNote debit={data.debit} data={data} />}
      {data.notDebited.map((other) => (
        <DebitNote key={other.debitId} debit={other} data={data} />
      ))}
    </>
  )
}
