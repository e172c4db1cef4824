import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { pageHref } from '#/copy/pages'
import { resetIdentity } from '#/platform/analytics'
import { clearCookies } from '#/platform/cookies'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { clearStored, UNSENT } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { unsubscribe } from '#/platform/unsubscribe'
import { chatOutbox } from '#/state/chat-outbox'
import { isDirectLogin, readSession, setSessionUser } from '#/state/session'

/** A server that does not answer must not keep a person signed in. */
const PATIENCE_MS = 4000

/** The session ends here anyway: a 401 on the way out is no news. */
const PASSIVE = { sessionless: true }

async function tolerate(call: Promise<unknown>, step: string): Promise<void> {
  try {
    await call
  } catch (error) {
    reportError(error, { step })
  }
}

/** The server names the chat session; it is the same one on every device. */
async function deactivateChat(userId: number, headers: { Authorization: string }): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const chat = await unwrap(api.GET('/api/Haptiks/generateUserAndSessionMap', { headers, signal }), PASSIVE)
  const body = { uniqueUserSessionId: chat.uniqueUserSessionId, userId, active: false }
  await unwrap(api.POST('/api/Chatbots/upsertUserAndSessionMap', { body, headers, signal }), PASSIVE)
}

function endServerSession(headers: { Authorization: string }) {
  return unwrap(api.POST('/api/RMUsers/logout', { headers, signal: AbortSignal.timeout(PATIENCE_MS) }), PASSIVE)
}

/** Ends a session that was started but not wanted. */
export function discardSession(token: string): Promise<void> {
  return tolerate(endServerSession({ Authorization: token }), 'discard session')
}

/** Nothing is shown here any more, also where the server cannot be told. */
function stopNotifications(): Promise<void> {
  return Promise.race([unsubscribe(), timing.pause(PATIENCE_MS)])
}

/** Chat, notifications, cookies, local storage, server session, and away; only the order matters, no failure stops it. */
export async function logout(): Promise<void> {
  const session = readSession()
  if (session.status === 'ready' && !isDirectLogin()) {
    await tolerate(deactivateChat(session.user.id, { Authorization: session.token }), 'deactivate chat')
  }
  await tolerate(stopNotifications(), 'stop notifications')
  const target = pageHref('/?isUserLoggedOut=true') // of the language that is forgotten here
  clearCookies()
  clearStored()
  chatOutbox.clear()
  window.indexedDB?.deleteDatabase(UNSENT)
  if (session.status === 'ready') {
    await tolerate(endServerSession({ Authorization: session.token }), 'end session')
  }
  setSessionUser(undefined)
  resetIdentity()
  leave.replace(target)
}
