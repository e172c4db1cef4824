import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { sending } from '#/state/sending'

const SENDING_TOAST_MS = 5000

/**
 * Whether a screen may be left. While something is being sent it may not, and the person is told why: whoever leaves
 * takes it for called off, and it would be done all the same. A call without an answer is given up after 20 seconds.
 */
export function mayLeave(): boolean {
  if (!sending.isUnderWay()) return true
  toast.error(m.kit_sending(), { durationMs: SENDING_TOAST_MS })
  return false
}
