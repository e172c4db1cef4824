import { redirect } from '@tanstack/react-router'
import { leave } from '#/platform/leave'
import { dropSession, markDirectLogin, setSessionUser } from '#/state/session'
import { cityLoginUrl } from '../city-login'
import { HOME } from '../paths'
import { type Arrival, type Decision, decideLink, decideSession } from './gate'

type Middleware = (arrival: Arrival) => void | Promise<void>

/** Leaves the app. The navigation stays pending, so that no half-loaded page flashes. */
function startOver(): Promise<void> {
  dropSession()
  leave.replace(cityLoginUrl())
  return new Promise(() => {})
}

function enforce(decision: Decision): void | Promise<void> {
  switch (decision.kind) {
    case 'pass':
      return
    case 'authenticate': {
      const { accessToken, redirectUrl } = decision
      throw redirect({ to: '/authenticate-user', search: { accessToken, redirectUrl }, replace: true })
    }
    case 'sign-in':
      throw redirect({ to: '/login', search: { redirectUrl: decision.redirectUrl }, replace: true })
    case 'start-over':
      return startOver()
  }
}

/** Sign-in links and the agent flag work on every URL. */
const link: Middleware = (arrival) => {
  if ('direct-login' in arrival.search && arrival.search['direct-login'] !== 'false') markDirectLogin()
  return enforce(decideLink(arrival))
}

/** For pages of signed-in customers. The stored user becomes the user of the screens. */
const session: Middleware = (arrival) => {
  if (arrival.session.status === 'ready') setSessionUser(arrival.session.user)
  return enforce(decideSession(arrival))
}

/** For pages of visitors. Somebody who is already signed in goes home. */
const visitor: Middleware = ({ session: stored }) => {
  if (stored.status === 'ready') throw redirect({ to: HOME, replace: true })
  if (stored.status === 'broken') dropSession()
}

const registry: Record<string, Middleware> = { link, session, visitor }

/** What the error page reads when a route names a rule that does not exist. */
export const unknownMiddleware = { statusCode: 500, message: 'Unknown middleware' }

/** Runs the rules that the matched routes name, in order, each of them once. */
export async function runMiddleware(names: readonly string[], arrival: Arrival): Promise<void> {
  for (const name of new Set(names)) {
    const rule = registry[name]
    if (!rule) throw unknownMiddleware
    await rule(arrival)
  }
}
