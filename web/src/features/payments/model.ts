import type { DashboardData } from '#/api/dashboard'
import type { components } from '#/api/schema'
import { fromMinorUnits } from '#/shared/money'

export type Transaction = components['schemas']['PaymentTransaction']
export type Gateway = components['schemas']['PaymentGateway']
export type PaymentOption = components['schemas']['PaymentOption']

export const paymentTypes = ['due', 'deposit', 'advance-rent'] as const
export type PaymentType = (typeof paymentTypes)[number]

type Dues = Pick<DashboardData, 'depositBalance' | 'totalPayableAmount'>
type AutoDebitFacts = Pick<DashboardData, 'isAutoDebitRequired' | 'isAutoDebitInProgress'>

/** The amount that screens call payable, in rupees. Without dues it is the deposit we hold, not a charge. */
export function payableAmount({ depositBalance, totalPayableAmount }: Dues): number {
  if (depositBalance < 0) return -depositBalance
  return totalPayableAmount > 0 ? totalPayableAmount : depositBalance
}

/** Whether there is something to pay. A positive deposit is the customer's own money, not dues. */
export function hasDues({ depositBalance, totalPayableAmount }: Dues): boolean {
  return depositBalance < 0 || totalPayableAmount > 0
}

/** Dues of one kind in rupees, by the figures on screen. A deposit is never charged as rent, or vice versa. */
export function amountDue(type: PaymentType, { depositBalance, totalPayableAmount }: Dues): number {
  return Math.max(0, type === 'deposit' ? -depositBalance : totalPayableAmount)
}

/**
 * Whether, by the figures on screen, the wallet covers the whole amount.
 * Then no gateway asks for anything, and the payment would happen at once.
 */
export function walletPaysAll(type: PaymentType, { payNow }: Pick<DashboardData, 'payNow'>): boolean {
  return type === 'due' && payNow.byGateway === 0 && payNow.fromWallet > 0
}

/** Whether the dialog first says that auto debit will pay, so that nobody pays twice by mistake. */
export function showsAutoDebitView(data: Dues & AutoDebitFacts): boolean {
  return data.isAutoDebitInProgress && data.depositBalance >= 0 && hasDues(data) && payableAmount(data) > 0
}

/**
 * The debit that will pay a part of the dues, or all of them, unless they are paid by hand before.
 * The manual options warn of it, but not while a deposit is due.
 */
export function debitedAnyway({ debit, depositBalance }: Pick<DashboardData, 'debit' | 'depositBalance'>) {
  return debit?.step === 'planned' && depositBalance >= 0 ? debit : undefined
}

/** The amount that this transaction will charge, in rupees. */
export function chargedAmount(transaction: Transaction): number {
  return fromMinorUnits(transaction.pgOptions.amount)
}

/** Whether a gateway opens at once: it is the only one, or the customer chose a way to set up auto debit. */
export function opensDirectly({ isOnlyRazorpay, isAutoDebit, paymentMethod }: Transaction): boolean {
  return isOnlyRazorpay || (isAutoDebit && Boolean(paymentMethod))
}

/** Order status codes of the API. */
const SUCCESS = 300
const FAILURE = 200

/**
 * `returned`: the money arrived when nothing was due for it any more, so it goes back to where it came from.
 * `unpaid`: the gateway was asked just now and has no payment.
 */
export type Verdict = 'paid' | 'failed' | 'returned' | 'unpaid' | 'pending'

/** Any status that is neither success nor failure means that the outcome is not known yet. */
export function verdictOf(status: number, returned = 0, nothingPaid = false): Verdict {
  if (status === SUCCESS) return 'paid'
  if (status !== FAILURE) return nothingPaid ? 'unpaid' : 'pending'
  return returned > 0 ? 'returned' : 'failed'
}
