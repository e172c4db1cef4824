import { useNavigate, useRouter } from '@tanstack/react-router'
import { moveInHistory } from '#/platform/back'

export const KNOW_MORE = 'auto-debit-know-more'
export const ADD = 'auto-debit-add-new-payment-mode'
export const CONFIRM = 'auto-debit-payment-confirmation'
export const CHANGE = 'auto-debit-change-payment-mode'
export const REMOVE = 'remove-auto-debit'

/** The screens of auto debit after the first one, as the address names them. */
export type AutoDebitStep = typeof KNOW_MORE | typeof ADD | typeof CONFIRM | typeof CHANGE | typeof REMOVE

export const ADVANCE = 'advance-rental'
export const ADVANCE_KNOW_MORE = 'advance-rental-know-more'
export const ADVANCE_PACKAGE = 'advance-rental-package'

/** The screens of rent in advance, as the address names them. */
type AdvanceStep = typeof ADVANCE_KNOW_MORE | typeof ADVANCE_PACKAGE

/** Shows a screen of rent in advance. Without a step, the first one. */
export type GoToAdvance = (step?: AdvanceStep) => void

export function useGoToAdvance(): GoToAdvance {
  const navigate = useNavigate()
  const router = useRouter()
  return (paymentStep) => {
    const place = { paymentMode: 'easy-payment', paymentType: ADVANCE, paymentStep } as const
    moveInHistory(router, () => void navigate({ to: '.', search: (search) => ({ ...search, ...place }) }))
  }
}

/**
 * Shows a screen of auto debit. Without a step, the first one. With `replace`, it replaces the history entry.
 */
export type GoTo = (step?: AutoDebitStep, how?: { replace: true }) => void

export function useGoTo(): GoTo {
  const navigate = useNavigate()
  const router = useRouter()
  return (paymentStep, how) => {
    const place = { paymentMode: 'easy-payment', paymentType: 'auto-debit', paymentStep } as const
    moveInHistory(router, () => void navigate({ to: '.', search: (search) => ({ ...search, ...place }), ...how }))
  }
}
