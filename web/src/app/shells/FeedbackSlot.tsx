import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { feedbackQuery } from '#/features/feedback/queries'
import { lazyPart } from '#/kit/lazy-part'
import { isDirectLogin } from '#/state/session'
import { dialogView } from '../dialog-search'
import { focusPage } from './focus-page'

const FeedbackDialog = lazyPart('feedback', () => import('#/features/feedback/components/FeedbackDialog'))

interface FeedbackSlotProps {
  customerId: number
  /** A payment has just succeeded, and its feedback has not been asked for. */
  afterPayment: boolean
  /** No part of the payment is on screen any more, because dialogs are never stacked. */
  clear: boolean
  onClosed(): void
}

/**
 * After a payment, the server is asked whether feedback is wanted.
 * The popup waits until no other dialog is open. Agents give no feedback.
 */
export function FeedbackSlot({ customerId, afterPayment, clear, onClosed }: FeedbackSlotProps) {
  const wanted = afterPayment && !isDirectLogin()
  const { data } = useQuery({ ...feedbackQuery(customerId), enabled: wanted })
  const otherDialog = useSearch({ from: '__root__', select: (search) => dialogView(search) !== undefined })
  const close = useCallback(() => {
    onClosed()
    focusPage()
  }, [onClosed])
  const info = data?.info
  if (!wanted || !clear || otherDialog || !info || info.skip || !info.token) return null
  return (
    <FeedbackDialog token={info.token} message={info.message} postponed={info.postponed ?? false} onClose={close} />
  )
}
