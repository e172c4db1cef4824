import type { AnyRouter } from '@tanstack/react-router'
import { BASE_PATH, HOME } from '../paths'
import { parseSearch, stringifySearch } from '../search-codec'

const entrances = ['/authenticate-user', '/login']

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass
const UNSAFE = /[\\\u0000-\u001f\u007f]|\/\//

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * A path inside this app, or /home. Only a single leading slash passes, so that other origins, backslashes,
 * control characters and their encoded forms cannot turn a sign-in link into an open redirect.
 */
export function safeRedirectPath(redirectUrl: string | undefined): string {
  if (!redirectUrl?.startsWith('/')) return HOME
  const [rawPath = '', ...query] = redirectUrl.split('?')
  const plain = decoded(rawPath)
  if (plain === undefined || UNSAFE.test(rawPath) || UNSAFE.test(plain) || plain.includes('..')) return HOME
  const path = rawPath.replace(new RegExp(`^${BASE_PATH}(?=/|$)`), '') || HOME
  if (path === '/' || entrances.some((entrance) => path.startsWith(entrance))) return HOME
  const search = new URLSearchParams(query.join('?').split('#')[0])
  search.delete('accessToken')
  return path.split('#')[0] + stringifySearch(Object.fromEntries(search))
}

/** Converts a router-relative path with a query into the form that navigations take. */
export function pathToLocation(path: string): { to: string; search: Record<string, string> } {
  const [to = HOME, query = ''] = path.split('?')
  return { to, search: parseSearch(query) }
}

/** Goes to where a sign-in was meant to lead. The sign-in itself leaves no history entry. */
export function replaceWithPath(router: AnyRouter, path: string): void {
  void router.navigate({ ...pathToLocation(path), replace: true })
}

/** Returns to where somebody was interrupted. A flow's first step is the entry below, where Back leads. */
export async function goOnAt(router: AnyRouter, path: string): Promise<void> {
  const { to, search } = pathToLocation(path)
  const { requestStep, ...first } = search
  await router.navigate({ to, search: first, replace: true })
  if (requestStep) await router.navigate({ to, search })
}
