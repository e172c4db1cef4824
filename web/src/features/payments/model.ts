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

/** What the screens call payable, in rupees. Without dues this is the deposit that is held, which nobody is charged. */
export function payableAmount({ depositBalance, totalPayableAmount }: Dues): number {
  if (depositBalance < 0) return -depositBalance
  return totalPayableAmount > 0 ? totalPayableAmount : depositBalance
}

/** Only real dues can be paid: a positive deposit is the customer's own money. */
export function hasDues({ depositBalance, totalPayableAmount }: Dues): boolean {
  return depositBalance < 0 || totalPayableAmount > 0
}

/** Rupees of one kind of dues, by the figures on screen: a deposit is never charged as rent, nor the other way round. */
export function amountDue(type: PaymentType, { depositBalance, totalPayableAmount }: Dues): number {
  return Math.max(0, type === 'deposit' ? -depositBalance : totalPayableAmount)
}

/** The wallet has enough to pay all of it, by the figures on screen: no gateway asks for anything, and it would be paid at once. */
export function walletPaysAll(type: PaymentType, { payNow }: Pick<DashboardData, 'payNow'>): boolean {
  return type === 'due' && payNow.byGateway === 0 && payNow.fromWallet > 0
}

/** The dialog first says that auto debit will do it, so that nobody pays twice unawares. */
export function showsAutoDebitView(data: Dues & AutoDebitFacts): boolean {
  return data.isAutoDebitInProgress && data.depositBalance >= 0 && hasDues(data) && payableAmount(data) > 0
}

/** Beside the manual options; a deposit is never debited automatically, so there is nothing to warn of. */
export function showsAutoDebitWarning(data: Pick<DashboardData, 'depositBalance' | 'isAutoDebitInProgress'>): boolean {
  return data.isAutoDebitInProgress && data.depositBalance >= 0
}

/** The debit that the bank is still to confirm: until then the server refuses to take what is due in any other way. */
export function debitAtBank({ pendingPayments }: Pick<DashboardData, 'pendingPayments'>) {
  return pendingPayments.find(({ kind, isAutoDebit }) => kind === 'due' && isAutoDebit)
}

/** Rupees that this transaction will charge. */
export function chargedAmount(transaction: Transaction): number {
  return fromMinorUnits(transaction.pgOptions.amount)
}

/** A gateway opens at once when it is the only one, or when a way to set up auto debit has been chosen. */
export function opensDirectly({ isOnlyRazorpay, isAutoDebit, paymentMethod }: Transaction): boolean {
  return isOnlyRazorpay || (isAutoDebit && Boolean(paymentMethod))
}

/** Order status on the wire. */
const SUCCESS = 300
const FAILURE = 200

/**
 * Returned is money that came when nothing was due for it any more: it goes back to where it came from. Unpaid is said
 * when the gateway was asked just now and has no payment.
 */
export type Verdict = 'paid' | 'failed' | 'returned' | 'unpaid' | 'pending'

/** Any number that is neither success nor failure means: not known yet. */
export function verdictOf(status: number, returned = 0, nothingPaid = false): Verdict {
  if (status === SUCCESS) return 'paid'
  if (status !== FAILURE) return nothingPaid ? 'unpaid' : 'pending'
  return returned > 0 ? 'returned' : 'failed'
}
