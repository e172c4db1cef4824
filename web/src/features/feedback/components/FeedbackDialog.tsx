import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { m } from '#/copy'
import { track } from '#/platform/analytics'
import { useBackCloses } from '#/platform/back'
import { reportError } from '#/platform/reporter'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { iconButtonClass } from '#/ui/IconButton'
import { TextArea } from '#/ui/TextArea'
import { POPUP } from '../model'
import { feedbackLater, submitFeedback } from '../queries'
import { RatingScale } from './RatingScale'

export interface FeedbackDialogProps {
  token: string
  /** The server's words, as plain text. */
  message: string
  onClose(): void
}

const size = {
  '--popup-desktop': `${POPUP.desktopWidth}px`,
  '--popup-mobile': `${POPUP.mobileWidth}px`,
  '--popup-mobile-height': `${POPUP.mobileHeight}px`,
  '--popup-scroll': `${POPUP.scrollAbove}px`,
} as CSSProperties

/** A small popup of fixed size, not a sheet: it asks one question and goes. */
export default function FeedbackDialog({ token, message, onClose }: FeedbackDialogProps) {
  const later = () => {
    track('submit later', { feedbackToken: token })
    feedbackLater(token).catch((error) => reportError(error, { place: 'feedback later' }))
    onClose()
  }
  useBackCloses(true, later)
  return (
    <Dialog.Root open onOpenChange={(open) => open || later()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop z-40" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-1 wide:p-4">
          <Dialog.Popup
            style={size}
            className="dialog-panel relative grid max-h-full min-h-0 h-(--popup-mobile-height) w-(--popup-mobile) max-w-full grid-rows-[auto_minmax(0,1fr)] rounded-sheet bg-surface shadow-overlay desk:h-auto desk:w-(--popup-desktop)"
          >
            <header className="flex items-start justify-between gap-3 px-5 pt-4">
              <Dialog.Title className="pt-2 font-bold text-dialog">{m.feedback_title()}</Dialog.Title>
              <Dialog.Close aria-label={m.shell_close()} className={iconButtonClass}>
                <X aria-hidden="true" className="size-6" />
              </Dialog.Close>
            </header>
            <FeedbackForm token={token} message={message} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function FeedbackForm({ token, message, onClose }: FeedbackDialogProps) {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async () => {
    setSending(true)
    const answer = { feedbackToken: token, rating, comment: comment.trim() || undefined }
    await submitFeedback(answer).then(
      () => toast.success(m.feedback_thanks()),
      (error: Error) => {
        reportError(error, { place: 'feedback' })
        toast.error(error.message)
      },
    )
    track('feedback submitted', { rating })
    onClose()
  }
  return (
    <form
      className="grid max-h-(--popup-scroll) content-start gap-4 overflow-y-auto overscroll-contain px-3 pt-2 pb-5 desk:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (rating > 0 && !sending) void submit()
      }}
    >
      <p className="text-muted">{message}</p>
      <RatingScale rating={rating} onRate={setRating} />
      <TextArea
        label={m.feedback_comment_label()}
        optionalText={m.feedback_optional()}
        placeholder={m.feedback_comment()}
        rows={3}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Button type="submit" wide busy={sending} disabled={rating === 0} disabledReason={m.feedback_submit_disabled()}>
        {m.feedback_submit()}
      </Button>
    </form>
  )
}
