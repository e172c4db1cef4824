import { leave } from '#/platform/leave'
import { isSessionOfShownCustomer } from '#/state/session-match'

/**
 * The tabs of a browser share one session. If another tab has ended it or signed in somebody else,
 * this page still shows the former customer, and none of its calls would be answered.
 * After a reload, the auth gate decides what is shown.
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', compare)
  window.addEventListener('pageshow', compare) // after the back/forward cache, where a page hears nothing
  compare()
}

function compare(): void {
  if (!isSessionOfShownCustomer()) leave.reload()
}
