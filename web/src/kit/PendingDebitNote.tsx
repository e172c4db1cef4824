import type { ReactNode } from 'react'
import { type DashboardData, pendingDebit } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import type { PaymentRequest } from '#/state/payment-request'
import { formatDay } from './dates'

/** The debit that the bank has not confirmed yet, and until when a payment by hand has to wait for it. */
export function PendingDebitNote({ data }: { data: Pick<DashboardData, 'pendingPayments'> }) {
  const debit = pendingDebit(data)
  if (!debit) return null
  const words = {
    amount: formatRupees(debit.amount),
    day: formatDay(debit.since) ?? '',
    until: formatDay(debit.until) ?? '',
  }
  return <p className="text-accent-ink">{m.kit_debit_at_bank(words)}</p>
}

interface UnlessDebitPendingProps {
  type: PaymentRequest['type']
  data: DashboardData | undefined
  /** The button that pays. */
  children: ReactNode
}

/** A button that pays rent and charges by hand, or, while the bank has a debit of them, a note about that debit. A deposit and rent in advance are not debited. */
export function UnlessDebitPending({ type, data, children }: UnlessDebitPendingProps) {
  return type === 'due' && data && pendingDebit(data) ? <PendingDebitNote data={data} /> : children
}
