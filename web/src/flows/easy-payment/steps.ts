import { useNavigate, useRouter } from '@tanstack/react-router'
import { moveInHistory } from '#/platform/back'

export const KNOW_MORE = 'auto-debit-know-more'
export const ADD = 'auto-debit-add-new-payment-mode'
export const CONFIRM = 'auto-debit-payment-confirmation'
export const CHANGE = 'auto-debit-change-payment-mode'
export const REMOVE = 'remove-auto-debit'

/** The screens of auto debit beside its first one, as the address names them. */
export type AutoDebitStep = typeof KNOW_MORE | typeof ADD | typeof CONFIRM | typeof CHANGE | typeof REMOVE

export const ADVANCE = 'advance-rental'
export const ADVANCE_KNOW_MORE = 'advance-rental-know-more'
export const ADVANCE_PACKAGE = 'advance-rental-package'

/** The screens of rent in advance, as the address names them. */
type AdvanceStep = typeof ADVANCE_KNOW_MORE | typeof ADVANCE_PACKAGE

/** Shows another screen of rent in advance, without a step its first one. */
export type GoToAdvance = (step?: AdvanceStep) => void

export function useGoToAdvance(): GoToAdvance {
  const navigate = useNavigate()
  const router = useRouter()
  return (paymentStep) => {
    const place = { paymentMode: 'easy-payment', paymentType: ADVANCE, paymentStep } as const
    moveInHistory(router, () => void navigate({ to: '.', search: (search) => ({ ...search, ...place }) }))
  }
}

/** Shows another screen of auto debit, without a step its first one; in the place of the present one with `replace`. */
export type GoTo = (step?: AutoDebitStep, how?: { replace: true }) => void

export function useGoTo(): GoTo {
  const navigate = useNavigate()
  const router = useRouter()
  return (paymentStep, how) => {
    const place = { paymentMode: 'easy-payment', paymentType: 'auto-debit', paymentStep } as const
    moveInHistory(router, () => void navigate({ to: '.', search: (search) => ({ ...search, ...place }), ...how }))
  }
}
