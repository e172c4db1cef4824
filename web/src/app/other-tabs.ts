import { leave } from '#/platform/leave'
import { isSessionOfScreen } from '#/state/same-person'

/**
 * The tabs of a browser share one session. When another tab has ended it or signed somebody else in, this page still
 * shows the former person and no call of it would be answered: loaded anew, the gate decides what is shown.
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', compare)
  window.addEventListener('pageshow', compare) // back from the browser's memory, where a page hears nothing
  compare()
}

function compare(): void {
  if (!isSessionOfScreen()) leave.reload()
}
