import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { pageHref } from '#/copy/pages'
import { resetIdentity } from '#/platform/analytics'
import { clearCookies } from '#/platform/cookies'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { clearStored, UNSENT_DATABASE } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { unsubscribe } from '#/platform/unsubscribe'
import { chatOutbox } from '#/state/chat-outbox'
import { isDirectLogin, readSession, setSessionUser } from '#/state/session'

/** Milliseconds. A server that does not answer must not prevent the sign-out. */
const PATIENCE_MS = 4000

/** The session ends here anyway, so a 401 during the sign-out is no news. */
const PASSIVE = { sessionless: true }

async function tolerate(call: Promise<unknown>, step: string): Promise<void> {
  try {
    await call
  } catch (error) {
    reportError(error, { step })
  }
}

/** The server names the chat session. It is the same on every device. */
async function deactivateChat(userId: number, headers: { Authorization: string }): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const chat = await unwrap(api.GET('/api/Haptiks/generateUserAndSessionMap', { headers, signal }), PASSIVE)
  const body = { uniqueUserSessionId: chat.uniqueUserSessionId, userId, active: false }
  await unwrap(api.POST('/api/Chatbots/upsertUserAndSessionMap', { body, headers, signal }), PASSIVE)
}

function endServerSession(headers: { Authorization: string }) {
  return unwrap(api.POST('/api/RMUsers/logout', { headers, signal: AbortSignal.timeout(PATIENCE_MS) }), PASSIVE)
}

/** Ends a session that was started but is not wanted. */
export function discardSession(token: string): Promise<void> {
  return tolerate(endServerSession({ Authorization: token }), 'discard session')
}

/** Stops notifications on this device, even if the server cannot be reached. */
function stopNotifications(): Promise<void> {
  return Promise.race([unsubscribe(), timing.pause(PATIENCE_MS)])
}

/**
 * Signs out: chat, notifications, cookies, local storage, server session, then leaves. The order matters.
 * No failure stops it.
 */
export async function logout(): Promise<void> {
  const session = readSession()
  if (session.status === 'ready' && !isDirectLogin()) {
    await tolerate(deactivateChat(session.user.id, { Authorization: session.token }), 'deactivate chat')
  }
  await tolerate(stopNotifications(), 'stop notifications')
  const target = pageHref('/?isUserLoggedOut=true') // computed now, because the language is cleared below
  clearCookies()
  clearStored()
  chatOutbox.clear()
  window.indexedDB?.deleteDatabase(UNSENT_DATABASE)
  if (session.status === 'ready') {
    await tolerate(endServerSession({ Authorization: session.token }), 'end session')
  }
  setSessionUser(undefined)
  resetIdentity()
  leave.replace(target)
}
