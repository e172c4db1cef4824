// Imported before a test's timeout starts, because on a busy machine loading a
// whole flow takes longer than that.
import '#/flows/easy-payment/EasyPaymentFlow'
import { screen } from '@testing-library/react'
import type { MandateCards } from '#/api/auto-debit'
import type { DashboardData } from '#/api/dashboard'
import { toasts } from '#/platform/toast'
import { aCard, aUpiCard } from './auto-debit'

export const home = '/home?paymentMode=easy-payment'
export const autoDebit = `${home}&paymentType=auto-debit`
export const at = (step: string) => `${autoDebit}&paymentStep=${step}`

export const active = (change: Partial<MandateCards> = {}): MandateCards => ({
  cards: [aCard()],
  activeCardId: 'c-1',
  activeGatewayType: 'RAZORPAY',
  ...change,
})
export const both = () => active({ cards: [aCard(), aUpiCard()] })

export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const heading = (name: string) => screen.findByRole('heading', { name })
export const told = () => toasts.get().map(({ text }) => text)

export const planned: NonNullable<DashboardData['debit']> = {
  debitId: '73',
  step: 'planned',
  amount: 2598,
  limit: 5000,
  date: '2026-12-03',
  payBy: '2026-12-08',
  account: 'as…@okbank',
  method: 'upi',
  invoiceNumber: 'KA/2627/000123',
  isRetry: false,
}
