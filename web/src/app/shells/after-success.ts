import type { AfterSuccess } from '#/features/payments/components/SuccessDialog'
import type { PaymentType } from '#/features/payments/model'
import type { DialogSearch } from '../dialog-search'
import { HOME } from '../paths'

export interface Destination {
  /** Absent means the open page. */
  to?: typeof HOME
  search: Pick<DialogSearch, 'paymentMode' | 'paymentType' | 'paymentStep'>
}

const easyPayment = { paymentMode: 'easy-payment' } as const
const autoDebit = { ...easyPayment, paymentType: 'auto-debit' } as const

/** Where the success dialog leads: its buttons to auto debit, closing to where the payment came from. */
export function afterSuccess(paid: PaymentType, next: AfterSuccess): Destination {
  if (next === 'add-payment-mode') return { search: { ...autoDebit, paymentStep: 'auto-debit-add-new-payment-mode' } }
  if (next === 'more-details') return { search: autoDebit }
  if (paid === 'deposit') return { to: HOME, search: {} }
  if (paid === 'advance-rent') return { to: HOME, search: { ...easyPayment, paymentType: 'advance-rental' } }
  return { search: {} }
}
