import * as v from 'valibot'
import { ApiError, NetworkError } from '#/api/errors'
import { BANK, type Preference, UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { sumRupees } from '#/shared/money'

export const preferences: readonly Preference[] = [WALLET, BANK, UPI]

/** Where the customer goes next. The first three are steps of the close flow. */
export type RefundStep = 'close-subscription-confirmation' | 'bank-details' | 'refund-upi' | 'settlement' | 'close'

export type RefundMode = 'close-flow' | 'banner'

export function preferenceName(preference: Preference): string {
  if (preference === WALLET) return m.refund_to_wallet()
  return preference === BANK ? m.refund_to_bank() : m.refund_to_upi()
}

export const IFSC_LENGTH = 11
export const IFSC_PAUSE_MS = 300

/** The server has the same rules. */
export const bankSchema = v.object({
  nameInBank: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[A-Za-z]+( [A-Za-z]+)*$/, () => m.refund_name_invalid()),
  ),
  accountNumber: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[0-9]{8,20}$/, () => m.refund_account_invalid()),
  ),
  ifsc: v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.length(IFSC_LENGTH, () => m.refund_ifsc_invalid()),
  ),
  bankName: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => m.refund_bank_name_invalid()),
  ),
})
export type BankDetails = v.InferOutput<typeof bankSchema>

/** Payout details that the customer entered, with the preference that they are for. */
export type EnteredPayee =
  | { preference: typeof BANK; details: BankDetails }
  | { preference: typeof UPI; details: { vpa: string } }

export const upiSchema = v.object({
  vpa: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => m.refund_enter_upi()),
  ),
})

export function isFilled(answers: Record<string, string>): boolean {
  return Object.values(answers).every((value) => value.trim() !== '')
}

/**
 * The text for a failed save. If the server sent a message for this form, that is the text.
 * A refusal with a code (for example of a payout) and a lost connection have their own text.
 */
export function saveTrouble(error: unknown): string {
  if (!(error instanceof ApiError)) return m.kit_went_wrong()
  const { message, code } = error.extra
  if (typeof message === 'string' && message) return message
  return code || error instanceof NetworkError ? error.message : m.kit_went_wrong()
}

/** Rupees of all refunds that are ready. */
export function readyRefunds(settlements: readonly { state: string; refund: number }[]): number {
  return sumRupees(settlements.filter(({ state }) => state === 'ready').map(({ refund }) => refund))
}

/**
 * Agents, and customers who came by the link of a message, get account number and UPI id with parts masked.
 */
export const isMasked = (value: string): boolean => /^X|…/.test(value)

/** "XXXX5678": enough for the customer to recognize the account. */
export function maskedAccount(accountNumber: string): string {
  return `XXXX${accountNumber.slice(-4)}`
}
