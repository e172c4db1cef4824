import type { DashboardData } from '#/api/dashboard'

export type BannerFacts = Pick<
  DashboardData,
  'depositBalance' | 'totalPayableAmount' | 'depositDetails' | 'userStatus' | 'latestInvoiceDate' | 'readyRefund'
>

export type Banner =
  /** Rupees that are missing from the deposit. */
  | { kind: 'deposit'; amount: number }
  /** Rupees of rent and late fees, and the date whose month they are for. */
  | { kind: 'rental'; amount: number; month: string | null }
  /** Rupees that are ready to go back to the customer, and which way; 0 before it is chosen. */
  | { kind: 'settlement'; amount: number; preference: number; count: number }
  | { kind: 'kyc' }
  | { kind: 'carousel' }

/** The one thing that home puts first: money before papers, debts before refunds, offers last. */
export function bannerFor(data: BannerFacts): Banner {
  const { depositBalance, totalPayableAmount, depositDetails, userStatus, latestInvoiceDate } = data
  if (depositBalance < 0) return { kind: 'deposit', amount: -depositBalance }
  if (totalPayableAmount > 0) return { kind: 'rental', amount: totalPayableAmount, month: latestInvoiceDate }
  if (depositBalance > 0 && depositDetails.isSettlementReady) {
    const { amount, count, refundPreference } = data.readyRefund
    return { kind: 'settlement', amount, count, preference: refundPreference }
  }
  return userStatus.kycPending ? { kind: 'kyc' } : { kind: 'carousel' }
}

export interface TextPart {
  text: string
  bold: boolean
}

/**
 * A text whose only markup is bold, in parts that alternate; undefined when there is more in it. Nothing of it is ever
 * parsed as HTML, so most people's phones need no code that cleans it.
 */
export function plainParts(html: string): TextPart[] | undefined {
  const parts = html.split(/<b>([^<>&]*)<\/b>/).map((text, index) => ({ text, bold: index % 2 === 1 }))
  return parts.some(({ text }) => /[<>&]/.test(text)) ? undefined : parts.filter(({ text }) => text)
}

type Details = DashboardData['depositDetails']

/** The deposit as people mean it, in rupees: what we hold for their items, and what of it is missing, free or on its way back. */
export function depositOf(details: Details) {
  const {
    amountPaid,
    adjustmentPlusQcAmountPlusAmountRefunded: used,
    refundOwed,
    subscriptionDeposit: needed,
  } = details
  const held = exact([amountPaid, -used, -refundOwed])
  return {
    held,
    needed,
    returning: refundOwed,
    missing: Math.max(0, exact([needed, -held])),
    free: Math.max(0, exact([held, -needed])),
  }
}

/** Sums rupees to the paisa. */
function exact(rupees: number[]): number {
  return rupees.reduce((paise, amount) => paise + Math.round(amount * 100), 0) / 100
}
