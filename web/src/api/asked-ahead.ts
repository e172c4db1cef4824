import { readStored, storageKeys } from '#/platform/storage'

/** What the page itself has asked for before its scripts ran; see `index.html`. */
interface AskedAhead {
  token: string | null
  /** Of the names in the answers. */
  language: string
  /** When, in milliseconds since the page began. */
  at: number
  answers: Partial<Record<string, Promise<Response | undefined>>>
}

declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** An answer that has waited longer may be outdated. */
const MAX_AGE_MS = 30_000

/**
 * The answer that is on its way already, once, and how long ago it was asked for, in milliseconds. An answer to another
 * person's token, or in another language, is never taken.
 */
export function consumeAskedAhead(
  request: Request,
): { answer: Promise<Response | undefined>; age: number } | undefined {
  const { pathname, search } = new URL(request.url)
  const same = window.askedAhead?.language === request.headers.get('Accept-Language')
  return request.method === 'GET' && !search && same ? consumeAhead(pathname) : undefined
}

export function consumeAhead(path: string) {
  const ahead = window.askedAhead
  const answer = ahead?.answers[path]
  if (!ahead || !answer) return undefined
  delete ahead.answers[path]
  const age = performance.now() - ahead.at
  return ahead.token === readStored(storageKeys.token) && age < MAX_AGE_MS ? { answer, age } : undefined
}
