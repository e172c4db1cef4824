import type { StoredSession } from '#/state/session'
import { HOME } from '../paths'
import { stringifySearch } from '../search-codec'

export interface Arrival {
  /** Path and query of the destination, with legacy URLs already translated. */
  pathname: string
  search: Record<string, string>
  session: StoredSession
}

export type Decision =
  | { kind: 'pass' }
  | { kind: 'authenticate'; accessToken: string; redirectUrl: string }
  | { kind: 'sign-in'; redirectUrl: string | undefined }
  | { kind: 'start-over' }

function address(pathname: string, search: Record<string, string>): string {
  return pathname + stringifySearch(search)
}

/** A sign-in link wins over everything, except on the page that redeems it. */
export function decideLink({ pathname, search }: Arrival): Decision {
  const { accessToken, redirectUrl, ...rest } = search
  if (!accessToken || pathname === '/authenticate-user') return { kind: 'pass' }
  const target = pathname === '/' || pathname === '/login' ? (redirectUrl ?? HOME) : address(pathname, rest)
  return { kind: 'authenticate', accessToken, redirectUrl: target }
}

/** No session: sign in first, then come back. Half a session: forget it and start from the city page. */
export function decideSession({ pathname, search, session }: Arrival): Decision {
  if (session.status === 'ready') return { kind: 'pass' }
  if (session.status === 'broken') return { kind: 'start-over' }
  const target = address(pathname, search)
  const worthKeeping = target !== '/' && target !== HOME
  return { kind: 'sign-in', redirectUrl: worthKeeping ? target : undefined }
}
