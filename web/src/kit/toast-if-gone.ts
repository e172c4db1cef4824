import { isDeclined } from '#/api/errors'
import { toast } from '#/platform/toast'

/**
 * Says in a toast why a call was not done, for a customer who has moved on.
 * A customer who closed the question for a code is still at the place of the call and reads the reason there.
 */
export function toastRefusal(error: Error): void {
  if (!isDeclined(error)) toast.error(error.message)
}
