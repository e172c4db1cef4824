import { api } from '#/api/client'
import { chatSession } from '#/platform/chat'
import { clearCookies } from '#/platform/cookies'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { readSession, setSessionUser } from '#/platform/session'
import { clearStored } from '#/platform/storage'

/** A server that does not answer must not keep a person signed in. */
const PATIENCE_MS = 4000

export const LOGGED_OUT_PATH = '/?isUserLoggedOut=true'

async function tolerate(call: Promise<unknown>, step: string): Promise<void> {
  try {
    await call
  } catch (error) {
    reportError(error, { step })
  }
}

function deactivateChat(userId: number, headers: { Authorization: string }) {
  return api.POST('/api/Chatbots/upsertUserAndSessionMap', {
    body: { uniqueUserSessionId: chatSession.id(userId), userId, active: false },
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

function endServerSession(headers: { Authorization: string }) {
  return api.POST('/api/RMUsers/logout', { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
}

/** Ends a session that was started but not wanted. */
export function discardSession(token: string): Promise<void> {
  return tolerate(endServerSession({ Authorization: token }), 'discard session')
}

/** Chat, cookies, local storage, server session, and away; only the order matters, no failure stops it. */
export async function logout(): Promise<void> {
  const session = readSession()
  if (session.status === 'ready') {
    await tolerate(deactivateChat(session.user.id, { Authorization: session.token }), 'deactivate chat')
  }
  clearCookies()
  clearStored()
  if (session.status === 'ready') {
    await tolerate(endServerSession({ Authorization: session.token }), 'end session')
  }
  setSessionUser(undefined)
  leave.replace(LOGGED_OUT_PATH)
}
