import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees, sumRupees } from '#/shared/money'

export type BannerFacts = Pick<
  DashboardData,
  'depositBalance' | 'totalPayableAmount' | 'depositDetails' | 'userStatus' | 'latestInvoiceDate' | 'readyRefund'
>

export type Banner =
  /** Rupees that are missing from the deposit. */
  | { kind: 'deposit'; amount: number }
  /** Rupees of rent and late fees, and the date whose month they are for. */
  | { kind: 'rental'; amount: number; month: string | null }
  /** Rupees that are ready to go back to the customer, which way (0 before it is chosen), and what of them the bank did not accept. */
  | { kind: 'settlement'; amount: number; preference: number; count: number; held: number }
  | { kind: 'kyc' }
  | { kind: 'carousel' }

export type DueBanner = Extract<Banner, { kind: 'deposit' | 'rental' }>

/** The one thing that home puts first: money before papers, debts before refunds, offers last. */
export function bannerFor(data: BannerFacts): Banner {
  const { depositBalance, totalPayableAmount, depositDetails, userStatus } = data
  if (depositBalance < 0) return { kind: 'deposit', amount: -depositBalance }
  if (totalPayableAmount > 0) return rentalBanner(data)
  if (depositBalance > 0 && depositDetails.isSettlementReady) {
    const { amount, count, refundPreference, heldOfDeposit, heldOfWallet } = data.readyRefund
    const held = sumRupees([heldOfDeposit, heldOfWallet])
    return { kind: 'settlement', amount, count, preference: refundPreference, held }
  }
  return userStatus.kycPending ? { kind: 'kyc' } : { kind: 'carousel' }
}

/** What is due beside the deposit, whether it comes first or below that. */
export function rentalBanner({ totalPayableAmount, latestInvoiceDate }: BannerFacts) {
  return { kind: 'rental' as const, amount: totalPayableAmount, month: latestInvoiceDate }
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

/** Rupees that fall due by the day on which the wallet pays, and that it does not pay. */
export function leftToPay({
  dueDays,
  walletDeduction: { amount, date },
}: Pick<DashboardData, 'dueDays' | 'walletDeduction'>) {
  const due = dueDays.filter(({ dueDate }) => date !== null && dueDate <= date)
  return sumRupees([...due.map((day) => day.amount), -amount])
}

type Details = DashboardData['depositDetails']

/** The deposit as people mean it, in rupees: what we hold for their items, and what of it is missing, being inspected, free or to be paid back. */
export function depositOf(details: Details) {
  const {
    amountPaid,
    adjustmentPlusQcAmountPlusAmountRefunded: used,
    refundOwed,
    subscriptionDeposit: needed,
    beingInspected: inspected,
  } = details
  const held = sumRupees([amountPaid, -used, -refundOwed])
  return {
    held,
    needed,
    inspected,
    returning: refundOwed,
    missing: Math.max(0, sumRupees([needed, -held])),
    free: Math.max(0, sumRupees([held, -needed, -inspected])),
  }
}

/**
 * Rupees of what is due that are paid without anything being done: from refunds before the rest of them goes out, and at
 * most from the deposit of items that are being inspected.
 */
export function paidByDeposit({
  totalPayableAmount,
  depositDetails: { beingInspected },
  readyRefund: { paysDueOfDeposit, paysDueOfWallet },
}: Pick<DashboardData, 'totalPayableAmount' | 'depositDetails' | 'readyRefund'>) {
  const refund = sumRupees([paysDueOfDeposit, paysDueOfWallet])
  return { refund, inspection: Math.min(beingInspected, sumRupees([totalPayableAmount, -refund])) }
}

export type Note = string | false | undefined

/** Several short sentences in one line. */
export function notes(...parts: Note[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** Rupees that cannot go to the saved details. */
export const heldNote = (held: number): Note => held > 0 && m.dues_refund_held({ amount: formatRupees(held) })
