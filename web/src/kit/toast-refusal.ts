import { isDeclined } from '#/api/errors'
import { toast } from '#/platform/toast'

/**
 * Says beside the place of a call why it was not done, for who has gone on meanwhile. Whoever has closed the question
 * for a code is at that place, and reads it there.
 */
export function toastRefusal(error: Error): void {
  if (!isDeclined(error)) toast.error(error.message)
}
