import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatAgo } from '#/kit/ago'
import { formatRupees } from '#/shared/money'
import { serverNow } from '#/shared/server-clock'
import type { Banner } from '../model'

interface BeingConfirmedProps {
  banner: Pick<Banner, 'kind'>
  data: DashboardData
}

/** A payment of these dues that the bank has not confirmed yet, and how old it is. */
export function BeingConfirmed({ banner, data: { pendingPayments } }: BeingConfirmedProps) {
  const payment = pendingPayments.find(({ kind }) => (kind === 'deposit') === (banner.kind === 'deposit'))
  if (!payment) return null
  const words = { amount: formatRupees(payment.amount), age: formatAgo(Date.parse(payment.since), serverNow()) }
  return <p className="text-center text-accent-ink text-support">{m.dues_being_confirmed(words)}</p>
}
