import { redirect } from '@tanstack/react-router'
import { readSession } from '#/state/session'
import { forgetStaleStep } from './fresh-flow'
import { runMiddleware } from './middleware'

interface Navigation {
  location: { pathname: string; search: object }
  matches: readonly { routeId: string; staticData: { middleware?: readonly string[] } }[]
  preload: boolean
}

function plain(search: object): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Record<string, string>
}

/**
 * The auth gate: runs the rules of the matched routes before any part of them loads.
 * Its argument is untyped, because the router's own type is made from the route that calls this.
 */
export async function beforeEveryNavigation(navigation: unknown): Promise<void> {
  const { location, matches, preload } = navigation as Navigation
  if (preload) return
  const search = plain(location.search)
  // A URL without a page leads to the right page.
  const isLegacy = matches.some((match) => match.routeId === '/$')
  const moved = isLegacy ? (await import('./legacy')).redirectTarget(location.pathname, search) : undefined
  const target = moved ?? { to: location.pathname, search }
  const names = matches.flatMap((match) => match.staticData.middleware ?? [])
  await runMiddleware(names, { pathname: target.to, search: target.search, session: readSession() })
  if (moved) throw redirect({ ...moved, replace: true })
  const cleaned = forgetStaleStep(location.search)
  if (cleaned) throw redirect({ to: '.', search: cleaned, replace: true })
}
