import { readSession, sessionUser } from './session'

/**
 * The tabs of a browser share one session. False when the one that is stored is no longer that of the person on screen:
 * it has ended, or somebody else has signed in.
 */
export function isSessionOfScreen(): boolean {
  const shown = sessionUser.get()
  if (!shown) return true
  const stored = readSession()
  return stored.status === 'ready' && stored.user.id === shown.id
}

/** Somebody else is signed in than the page shows: what it asks would be answered about another person's money. */
export function isAnotherPersons(): boolean {
  return !isSessionOfScreen() && readSession().status === 'ready'
}
