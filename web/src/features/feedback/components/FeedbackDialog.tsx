import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, CSSProperties } from 'react'
import * as v from 'valibot'
import { NetworkError } from '#/api/errors'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { useForm } from '#/kit/form'
import { mayLeave } from '#/kit/may-leave'
import { Popup } from '#/kit/Popup'
import { track } from '#/platform/analytics'
import { useBackCloses } from '#/platform/back'
import { reportError } from '#/platform/reporter'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { TextArea } from '#/ui/TextArea'
import { POPUP } from '../model'
import { closeFeedback, submitFeedback } from '../queries'
import { RatingScale } from './RatingScale'

export interface FeedbackDialogProps {
  token: string
  /** The server's text, without markup. */
  message: string
  /** The customer has postponed this question before. */
  postponed: boolean
  onClose(): void
}

const size = {
  '--popup-desktop': `${POPUP.desktopWidth}px`,
  '--popup-mobile': `${POPUP.mobileWidth}px`,
  '--popup-mobile-height': `${POPUP.mobileHeight}px`,
  '--popup-scroll': `${POPUP.scrollAbove}px`,
} as CSSProperties

/** A small popup of fixed size, not a sheet, because it asks only one question. */
export default function FeedbackDialog({ token, message, postponed, onClose }: FeedbackDialogProps) {
  const later = () => {
    if (!mayLeave()) return
    track('submit later', { feedbackToken: token })
    closeFeedback(token, postponed).catch((error) => reportError(error, { place: 'feedback later' }))
    onClose()
  }
  useBackCloses(true, later)
  return (
    <Popup
      title={m.feedback_title()}
      onClose={later}
      style={size}
      className="dialog-panel relative grid max-h-full min-h-0 h-(--popup-mobile-height) w-(--popup-mobile) max-w-full grid-rows-[auto_minmax(0,1fr)] rounded-sheet bg-surface shadow-overlay desktop:h-auto desktop:w-(--popup-desktop)"
    >
      <FeedbackForm token={token} message={message} onClose={onClose} />
    </Popup>
  )
}

const schema = v.object({
  rating: v.pipe(
    v.number(),
    v.minValue(1, () => m.feedback_submit_disabled()),
  ),
  comment: v.pipe(v.string(), v.trim()),
})

function FeedbackForm({ token, message, onClose }: Omit<FeedbackDialogProps, 'postponed'>) {
  const answer = useAnswer(onClose)
  const form = useForm({
    savedAs: 'feedback',
    schema,
    initialValues: { rating: 0, comment: '' },
    send: async ({ rating, comment }) => answer.mutate({ feedbackToken: token, rating, comment: comment || undefined }),
  })
  const { rating, comment } = form.answers
  return (
    <form
      {...form.props}
      className="grid max-h-(--popup-scroll) content-start gap-4 overflow-y-auto overscroll-contain px-3 pt-2 pb-5 desktop:px-5"
    >
      <p className="text-muted">{message}</p>
      <RatingScale rating={rating} onRate={(next) => form.change({ rating: next })} />
      <TextArea
        label={m.feedback_comment_label()}
        optionalText={m.feedback_optional()}
        placeholder={m.feedback_comment()}
        rows={3}
        value={comment}
        onChange={(event) => form.change({ comment: event.target.value })}
      />
      {answer.error && <NotSent error={answer.error} busy={answer.isPending} onRetry={() => form.submit()} />}
      <Button
        type="submit"
        wide
        busy={answer.isPending}
        disabled={rating === 0}
        disabledReason={m.feedback_submit_disabled()}
      >
        {m.feedback_submit()}
      </Button>
    </form>
  )
}

const scrollIntoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: 'end' })

/** The popup has a fixed height, so scroll the message at its end into view, with the button below it. */
function NotSent(props: ComponentProps<typeof ActionError>) {
  return (
    <div ref={scrollIntoView} className="scroll-mb-21">
      <ActionError {...props} />
    </div>
  )
}

/** Any response closes the popup, even a refusal. Without a response it stays, with what was typed. */
function useAnswer(onClose: () => void) {
  return useMutation({
    mutationFn: submitFeedback,
    onSuccess: (_, { rating }) => {
      toast.success(m.feedback_thanks())
      track('feedback submitted', { rating })
      onClose()
    },
    onError: (error) => {
      if (error instanceof NetworkError) return
      reportError(error, { place: 'feedback' })
      toast.error(error.message)
      onClose()
    },
  })
}
