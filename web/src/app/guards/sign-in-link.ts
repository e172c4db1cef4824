import { redirect } from '@tanstack/react-router'
import { PAYMENT, PAYMENT_URL } from '../paths'

let held: string | undefined
let isOfMessage = false

/**
 * Takes the one-time code out of the URL before anything else of the page runs, and replaces the history
 * entry, so that neither Back nor a referrer can show the code.
 */
export function removeTokenFromHistory(search: object): void {
  const { accessToken, ...rest } = search as Record<string, string | undefined>
  if (accessToken === undefined) return
  held = accessToken
  isOfMessage = false
  throw redirect({ to: '/authenticate-user', search: rest, replace: true })
}

/** The code of the link, once. A second call finds nothing. */
export function consumeSignInCode(): string | undefined {
  const code = held
  held = undefined
  return code
}

/** Takes the code of a message's link out of the URL in the same way. That link leads to paying the dues. */
export function openPayLink(code: string): never {
  if (!code) throw redirect({ to: '/home', search: PAYMENT, replace: true })
  held = code
  isOfMessage = true
  throw redirect({ to: '/authenticate-user', search: { redirectUrl: PAYMENT_URL }, hash: '', replace: true })
}

/** Whether the last consumed code came with a message about money. */
export const isPayLink = (): boolean => isOfMessage
