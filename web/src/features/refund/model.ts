import { ApiError } from '#/api/errors'
import { m } from '#/copy'

/** How a refund is paid, as the contract numbers it. */
export const WALLET = 10
export const BANK = 20
export const UPI = 40
export type Preference = typeof WALLET | typeof BANK | typeof UPI

export const preferences: readonly Preference[] = [WALLET, BANK, UPI]

/** Where the person goes next; the first three are steps of the close flow. */
export type RefundStep = 'close-subscription-confirmation' | 'bank-details' | 'refund-upi' | 'settlement' | 'close'

export type RefundMode = 'close-flow' | 'banner'

export function preferenceName(preference: Preference): string {
  if (preference === WALLET) return m.settlement_to_wallet()
  return preference === BANK ? m.settlement_to_bank() : m.settlement_to_upi()
}

export interface BankDetails {
  nameInBank: string
  accountNumber: string
  ifsc: string
  bankName: string
}

export const IFSC_LENGTH = 11
export const IFSC_PAUSE_MS = 300

export function trimmed(bank: BankDetails): BankDetails {
  return {
    nameInBank: bank.nameInBank.trim(),
    accountNumber: bank.accountNumber.trim(),
    ifsc: bank.ifsc.trim().toUpperCase(),
    bankName: bank.bankName.trim(),
  }
}

export function isFilled(bank: BankDetails): boolean {
  return Object.values(trimmed(bank)).every((value) => value !== '')
}

export type BankErrors = Partial<Record<keyof BankDetails, string>>

/** What is wrong with trimmed details, field by field; the server has the same rules. */
export function bankErrors(bank: BankDetails): BankErrors {
  const errors: BankErrors = {}
  if (!/^[A-Za-z]+( [A-Za-z]+)*$/.test(bank.nameInBank)) errors.nameInBank = m.settlement_name_invalid()
  if (!/^[0-9]{8,20}$/.test(bank.accountNumber)) errors.accountNumber = m.settlement_account_invalid()
  if (bank.ifsc.length !== IFSC_LENGTH) errors.ifsc = m.settlement_ifsc_invalid()
  if (bank.bankName === '') errors.bankName = m.settlement_bank_name_invalid()
  return errors
}

/** What to say when saving failed: the server's extra message, if it sent one. */
export function saveTrouble(error: unknown): string {
  const message = error instanceof ApiError ? error.extra.message : undefined
  return typeof message === 'string' && message ? message : m.errors_title()
}

/** "XXXX5678": enough to know an account again. */
export function maskedAccount(accountNumber: string): string {
  return `XXXX${accountNumber.slice(-4)}`
}
