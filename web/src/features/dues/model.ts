import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { isComing } from '#/kit/DebitNote'
import { formatRupees, sumRupees } from '#/shared/money'

export type BannerFacts = Pick<
  DashboardData,
  'depositBalance' | 'totalPayableAmount' | 'depositDetails' | 'userStatus' | 'oldestOpenInvoiceDate' | 'readyRefund'
>

export type Banner =
  /** Rupees that are missing from the deposit. */
  | { kind: 'deposit'; amount: number }
  /** Rupees of rent, charges and late fees. `month` is a date in the month that the title names. */
  | { kind: 'rental'; amount: number; month: string | null }
  /**
   * Rupees that are ready to be refunded. `preference` is 0 before the customer has chosen.
   * `held` is the part that the bank did not accept.
   */
  | { kind: 'settlement'; amount: number; preference: number; count: number; held: number }
  | { kind: 'kyc' }
  | { kind: 'carousel' }

export type DueBanner = Extract<Banner, { kind: 'deposit' | 'rental' }>

/** What home shows first: debts, then refunds, then KYC, then offers. */
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

/** The rent and charges that are due. Home shows this banner first, or below the deposit banner. */
export function rentalBanner({ totalPayableAmount, oldestOpenInvoiceDate }: BannerFacts) {
  return { kind: 'rental' as const, amount: totalPayableAmount, month: oldestOpenInvoiceDate }
}

export interface TextPart {
  text: string
  bold: boolean
}

/**
 * Splits a text whose only markup is bold into alternating parts. Returns undefined if it has other markup.
 * Nothing is parsed as HTML, so most phones need no sanitizer.
 */
export function plainParts(html: string): TextPart[] | undefined {
  const parts = html.split(/<b>([^<>&]*)<\/b>/).map((text, index) => ({ text, bold: index % 2 === 1 }))
  return parts.some(({ text }) => /[<>&]/.test(text)) ? undefined : parts.filter(({ text }) => text)
}

/** Rupees that fall due by the day on which the wallet pays, minus what the wallet pays. */
export function leftToPay({
  dueDays,
  walletDeduction: { amount, date },
}: Pick<DashboardData, 'dueDays' | 'walletDeduction'>) {
  const due = dueDays.filter(({ dueDate }) => date !== null && dueDate <= date)
  return sumRupees([...due.map((day) => day.amount), -amount])
}

/**
 * Rupees of the dues that are paid automatically, of what a debit that comes does not pay. Refunds pay dues before
 * the rest goes out. The deposit of items being inspected pays at most `inspection`.
 */
export function paidByDeposit({
  totalPayableAmount,
  debit,
  depositDetails: { beingInspected },
  readyRefund: { paysDueOfDeposit, paysDueOfWallet },
}: Pick<DashboardData, 'totalPayableAmount' | 'debit' | 'depositDetails' | 'readyRefund'>) {
  const refund = sumRupees([paysDueOfDeposit, paysDueOfWallet])
  const left = debit && isComing(debit) ? (debit.besides ?? 0) : totalPayableAmount
  return { refund, inspection: Math.max(0, Math.min(beingInspected, sumRupees([left, -refund]))) }
}

export type Note = string | false | undefined

/** Joins several short sentences in one line. */
export function notes(...parts: Note[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** Says how many rupees cannot be paid to the saved payout details. */
export const heldNote = (held: number): Note => held > 0 && m.dues_refund_held({ amount: formatRupees(held) })
