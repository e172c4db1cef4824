import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { formatDay } from './dates'

/** The debit that the bank has not confirmed yet, and until when a payment by hand has to wait for it. */
export function PendingDebitNote({ data: { pendingPayments } }: { data: Pick<DashboardData, 'pendingPayments'> }) {
  const debit = pendingPayments.find(({ isAutoDebit }) => isAutoDebit)
  if (!debit) return null
  const words = {
    amount: formatRupees(debit.amount),
    day: formatDay(debit.since) ?? '',
    until: formatDay(debit.until) ?? '',
  }
  return <p className="text-accent-ink">{m.kit_debit_at_bank(words)}</p>
}
