import type { DashboardData } from '#/api/dashboard'
import { UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'

type Payout = DashboardData['walletPayouts'][number]

/** Wallet payouts on their way to the bank or by UPI. What the bank did not accept is shown as held. */
export function payoutsUnderWay({ walletPayouts }: Pick<DashboardData, 'walletPayouts'>): Payout[] {
  return walletPayouts.filter(({ isHeld, refundPreference }) => !isHeld && refundPreference !== WALLET)
}

/** How much is on its way, where to, and since when. */
export function payoutText({ amount, refundPreference, askedAt }: Payout): string {
  const words = { amount: formatRupees(amount), date: formatDay(askedAt) ?? '' }
  return refundPreference === UPI ? m.kit_payout_to_upi(words) : m.kit_payout_to_bank(words)
}
