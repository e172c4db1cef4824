import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { idempotent, settleIntent } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'

/** Whether a question is open for this customer, and its one-time token. Asked anew after every payment. */
export function feedbackQuery(customerId: number) {
  return queryOptions({
    queryKey: ['feedback', customerId],
    queryFn: () => unwrap(api.GET('/api/RMUsers/{id}/getFeedbackToCollect', { params: { path: { id: customerId } } })),
    staleTime: 0,
    retry: false,
  })
}

export interface FeedbackAnswer {
  feedbackToken: string
  /** 1 to 10 */
  rating: number
  comment?: string
}

export async function submitFeedback(answer: FeedbackAnswer): Promise<void> {
  const intent = `feedback:${answer.feedbackToken}`
  await unwrap(
    api.POST('/api/Feedbacks/submitFeedback', { headers: idempotent(intent), body: { feedbackData: answer } }),
  )
  settleIntent(intent)
}

/** Not now: the question may come again. */
export async function feedbackLater(feedbackToken: string): Promise<void> {
  await unwrap(api.POST('/api/Feedbacks/feedbackLater', { body: { feedbackToken } }))
}
