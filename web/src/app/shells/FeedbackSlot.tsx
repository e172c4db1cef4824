import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { feedbackQuery } from '#/features/feedback/queries'
import { lazyPart } from '#/kit/lazy-part'
import { forgetDoneRequest, useSawDoneRequest } from '#/state/done-request'
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

/** The code of the question about a request. */
const ABOUT_REQUEST = 'feedback.after_request'

/**
 * After a payment, and after the customer has looked at a request that is done, the server is asked whether
 * feedback is wanted. The popup waits until no other dialog is open. Agents give no feedback.
 */
export function FeedbackSlot({ customerId, afterPayment, clear, onClosed }: FeedbackSlotProps) {
  const afterRequest = useSawDoneRequest()
  const wanted = (afterPayment || afterRequest) && !isDirectLogin()
  const query = feedbackQuery(customerId, afterPayment ? 'payment' : 'request')
  const info = useQuery({ ...query, enabled: wanted }).data?.info
  // On the next occasion the former question is there until the server has answered.
  const [closed, setClosed] = useState<string>()
  const otherDialog = useSearch({ from: '__root__', select: (search) => dialogView(search) !== undefined })
  const close = useCallback(() => {
    onClosed()
    forgetDoneRequest()
    setClosed(info?.token)
    focusPage()
  }, [onClosed, info?.token])
  if (!wanted || !clear || otherDialog || !info || info.skip || !info.token || info.token === closed) return null
  if (!afterPayment && info.messageCode !== ABOUT_REQUEST) return null
  return (
    <FeedbackDialog token={info.token} message={info.message} postponed={info.postponed ?? false} onClose={close} />
  )
}
