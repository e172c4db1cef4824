import { useNavigate, useRouter } from '@tanstack/react-router'
import { moveInHistory } from '#/platform/back'

export const KNOW_MORE = 'auto-debit-know-more'
export const ADD = 'auto-debit-add-new-payment-mode'
export const CONFIRM = 'auto-debit-payment-confirmation'
export const CHANGE = 'auto-debit-change-payment-mode'
export const REMOVE = 'remove-auto-debit'

/** The screens of auto debit beside its first one, as the address names them. */
export type AutoDebitStep = typeof KNOW_MORE | typeof ADD | typeof CONFIRM | typeof CHANGE | typeof REMOVE

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
