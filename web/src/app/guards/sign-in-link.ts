import { redirect } from '@tanstack/react-router'

let held: string | undefined

/**
 * Takes the one-time code out of the address before anything else of the page runs,
 * and replaces the history entry, so that neither Back nor a referrer can show it.
 */
export function removeTokenFromHistory(search: object): void {
  const { accessToken, ...rest } = search as Record<string, string | undefined>
  if (accessToken === undefined) return
  held = accessToken
  throw redirect({ to: '/authenticate-user', search: rest, replace: true })
}

/** The code of the link, once: a second call finds nothing. */
export function consumeSignInCode(): string | undefined {
  const code = held
  held = undefined
  return code
}
