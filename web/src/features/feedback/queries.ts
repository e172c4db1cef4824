import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { fixedKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'
import { textOf } from '#/copy/faults'

/** After what the customer may be asked: a payment, or a request that is done and was looked at. */
export type Occasion = 'payment' | 'request'

/**
 * Whether the customer has an open feedback question, and its one-time token.
 * Fetched again on every occasion.
 */
export function feedbackQuery(customerId: number, occasion: Occasion) {
  return queryOptions({
    queryKey: fixedKey('feedback', customerId, occasion),
    queryFn: async () => {
      const params = { path: { id: customerId } }
      const { info } = await unwrap(api.GET('/api/RMUsers/{id}/getFeedbackToCollect', { params }))
      return { info: { ...info, message: await textOf(info.messageCode, info.message) } }
    },
    staleTime: 0,
    retry: false,
  })
}

export interface FeedbackAnswer {
  feedbackToken: string
  /** From 1 to 10. */
  rating: number
  comment?: string
}

export async function submitFeedback(answer: FeedbackAnswer): Promise<void> {
  await once('feedback', answer, (headers) =>
    unwrap(api.POST('/api/Feedbacks/submitFeedback', { headers, body: { feedbackData: answer } })),
  )
}

/** The customer closes the question without an answer. It is asked once more later, and not again after that. */
export async function closeFeedback(feedbackToken: string, postponed: boolean): Promise<void> {
  // Each has its own intent: a key whose answer was lost is of no use for the other call.
  const [intent, path] = postponed
    ? (['feedback-lapse', '/api/Feedbacks/lapseFeedbackV2'] as const)
    : (['feedback-later', '/api/Feedbacks/feedbackLater'] as const)
  await once(intent, feedbackToken, (headers) => unwrap(api.POST(path, { headers, body: { feedbackToken } })))
}
