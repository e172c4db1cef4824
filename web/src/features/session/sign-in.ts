import type { QueryClient } from '@tanstack/react-query'
import { allChanged } from '#/api/changed'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import { getLocale } from '#/copy'
import { isEnglishInstead } from '#/copy/english-instead'
import { cancelledDeletion } from '#/state/cancelled-deletion'
import { saveSession } from '#/state/session'
import { sendLanguage } from './language'

/** Sends a 6-digit code to the number. The response says when another code can be requested. */
export function requestLoginCode(mobileNumber: string) {
  return unwrap(api.POST('/api/RMUsers/requestLoginCode', { body: { mobileNumber } }), { sessionless: true })
}

export function verifyLoginCode(challengeId: string, code: string) {
  return unwrap(api.POST('/api/RMUsers/verifyLoginCode', { body: { challengeId, code } }), { sessionless: true })
}

/** Exchanges the one-time code of a sign-in link for a session. */
export function exchangeAccessToken(accessToken: string) {
  return once('sign-in', accessToken.slice(-8), (headers) =>
    unwrap(api.POST('/api/RMUsers/accessTokenLogin', { body: { accessTokenID: accessToken }, headers }), {
      sessionless: true,
    }),
  )
}

export type SignIn = Awaited<ReturnType<typeof verifyLoginCode>>

/**
 * Makes the response of a sign-in call the session of this browser. Data of the former customer is removed.
 */
export function startSession(
  queryClient: QueryClient,
  { accessTokenId, userId, user, isKept, isByLink }: SignIn,
): void {
  queryClient.clear()
  saveSession(accessTokenId, { ...user, id: userId })
  cancelledDeletion.set(isKept ? userId : undefined)
  const isToBeSent = !isByLink && !user.languageChosen && user.language !== getLocale() && !isEnglishInstead()
  if (isToBeSent) void sendLanguage(userId, getLocale(), true)
}

/** Replaces the session by one of the same customer that a code has confirmed. The screen stays as it is. */
export function confirmSession(queryClient: QueryClient, { accessTokenId, userId, user, isKept }: SignIn): void {
  saveSession(accessTokenId, { ...user, id: userId })
  if (isKept) cancelledDeletion.set(userId)
  void allChanged(queryClient, userId, 'code')
}
