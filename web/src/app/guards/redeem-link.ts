import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { SessionError } from '#/api/errors'
import { m } from '#/copy'
import { exchangeAccessToken, type SignIn, startSession } from '#/features/session/sign-in'
import { readSession, type SessionUser } from '#/state/session'
import { pathToLocation, safeRedirectPath } from './redirect-url'
import { consumeSignInCode, isPayLink } from './sign-in-link'

/** What the page shows when the link did not simply sign the customer in. */
export type LinkOutcome =
  | { kind: 'failed'; message: string }
  /** Somebody else is signed in. A person decides then, not the link. */
  | { kind: 'choose'; answer: SignIn; current: SessionUser }

interface Redemption {
  context: { queryClient: QueryClient }
  location: { search: object }
}

function goOn(search: object): never {
  const { redirectUrl } = search as { redirectUrl?: string }
  throw redirect({ ...pathToLocation(safeRedirectPath(redirectUrl)), replace: true })
}

/** The link was used or has expired. Its owner can still sign in by a code, and then pays. */
function signInFirst(search: object): never {
  const { redirectUrl } = search as { redirectUrl?: string }
  throw redirect({
    to: '/login',
    search: { redirectUrl: safeRedirectPath(redirectUrl), linkOver: 'true' },
    replace: true,
  })
}

const isOver = (error: Error) => error instanceof SessionError

/** Exchanges the code of a sign-in link for a session, and goes on to where the link points. */
export async function redeemSignInLink({ context, location }: Redemption): Promise<LinkOutcome> {
  const code = consumeSignInCode()
  const session = readSession()
  const current = session.status === 'ready' ? session.user : undefined
  if (!code) return current ? goOn(location.search) : { kind: 'failed', message: m.app_link_missing() }
  const notice = import('#/app/LinkNotice').catch(() => undefined)
  const answer = await exchangeAccessToken(code).catch((error: Error) => error)
  if (answer instanceof Error) {
    if (isPayLink() && isOver(answer)) return current ? goOn(location.search) : signInFirst(location.search)
    return { kind: 'failed', message: answer.message }
  }
  if (current && current.id !== answer.userId) return { kind: 'choose', answer, current }
  startSession(context.queryClient, answer)
  // Show the notice before the page, so that the page does not shift.
  // If its chunk cannot load, the page still opens.
  await notice.then((part) => part?.showLinkNotice(answer.user))
  return goOn(location.search)
}
