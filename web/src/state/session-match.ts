import { readSession, sessionUser } from './session'

/**
 * The tabs of a browser share one session. Returns false if the stored session is not that of the customer on
 * screen any more: it has ended, or somebody else has signed in.
 */
export function isSessionOfShownCustomer(): boolean {
  const shown = sessionUser.get()
  if (!shown) return true
  const stored = readSession()
  return stored.status === 'ready' && stored.user.id === shown.id
}

/** Whether somebody else is signed in than the page shows. Requests would then return that person's data. */
export function isOtherCustomerSignedIn(): boolean {
  return !isSessionOfShownCustomer() && readSession().status === 'ready'
}
