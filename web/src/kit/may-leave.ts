import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { sending } from '#/state/sending'

const SENDING_TOAST_MS = 5000

/**
 * Whether a screen may be left. While something is being sent, it may not, and the customer is told
 * why: they would take leaving for cancelling, but the request would still be done.
 * A call without an answer is given up after 20 seconds.
 */
export function mayLeave(): boolean {
  if (!sending.isUnderWay()) return true
  toast.error(m.kit_sending(), { durationMs: SENDING_TOAST_MS })
  return false
}
