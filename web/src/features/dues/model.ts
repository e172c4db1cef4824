import type { DashboardData } from '#/api/dashboard'

export type BannerFacts = Pick<
  DashboardData,
  'depositBalance' | 'totalPayableAmount' | 'depositDetails' | 'userStatus' | 'latestInvoiceDate'
>

export type Banner =
  /** Rupees that are missing from the deposit. */
  | { kind: 'deposit'; amount: number }
  /** Rupees of rent and late fees, and the date whose month they are for. */
  | { kind: 'rental'; amount: number; month: string | null }
  /** Rupees that go back to the customer. */
  | { kind: 'settlement'; amount: number }
  | { kind: 'kyc' }
  | { kind: 'carousel' }

/** The one thing that home puts first: money before papers, debts before refunds, offers last. */
export function bannerFor(data: BannerFacts): Banner {
  const { depositBalance, totalPayableAmount, depositDetails, userStatus, latestInvoiceDate } = data
  if (depositBalance < 0) return { kind: 'deposit', amount: -depositBalance }
  if (totalPayableAmount > 0) return { kind: 'rental', amount: totalPayableAmount, month: latestInvoiceDate }
  if (depositBalance > 0 && depositDetails.isSettlementReady) return { kind: 'settlement', amount: depositBalance }
  return userStatus.kycPending ? { kind: 'kyc' } : { kind: 'carousel' }
}

/** Rupees of the deposit that are with us now. */
export function depositHeld(details: DashboardData['depositDetails']): number {
  const paise =
    Math.round(details.amountPaid * 100) - Math.round(details.adjustmentPlusQcAmountPlusAmountRefunded * 100)
  return paise / 100
}
