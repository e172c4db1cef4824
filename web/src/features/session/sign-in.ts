import type { QueryClient } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import { getLocale } from '#/copy'
import { saveSession } from '#/platform/session'
import { sendLanguage } from './language'

/** Sends a 6-digit code to the number; the answer says when another one may be asked for. */
export function requestLoginCode(mobileNumber: string) {
  return unwrap(api.POST('/api/RMUsers/requestLoginCode', { body: { mobileNumber } }), { sessionless: true })
}

export function verifyLoginCode(challengeId: string, code: string) {
  return unwrap(api.POST('/api/RMUsers/verifyLoginCode', { body: { challengeId, code } }), { sessionless: true })
}

/** Swaps the one-time code of a sign-in link for a session. */
export function exchangeAccessToken(accessToken: string) {
  return once('sign-in', accessToken.slice(-8), (headers) =>
    unwrap(api.POST('/api/RMUsers/accessTokenLogin', { body: { accessTokenID: accessToken }, headers }), {
      sessionless: true,
    }),
  )
}

export type SignIn = Awaited<ReturnType<typeof verifyLoginCode>>

/** Makes the answer of a sign-in call the session of this browser; nothing of a former person is kept. */
export function startSession(queryClient: QueryClient, { accessTokenId, userId, user }: SignIn): void {
  queryClient.clear()
  saveSession(accessTokenId, { ...user, id: userId })
  if (!user.languageChosen && user.language !== getLocale()) void sendLanguage(userId, getLocale(), true)
}
