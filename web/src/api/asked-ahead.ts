import { readStored, storageKeys } from '#/platform/storage'

/** The requests that the document itself sent before its scripts ran. See `index.html`. */
interface AskedAhead {
  token: string | null
  /** The language of the names in the responses. */
  language: string
  /** When the requests were sent, in milliseconds since the page load began. */
  at: number
  answers: Partial<Record<string, Promise<Response | undefined>>>
}

declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** A response that has waited longer than this, in milliseconds, may be outdated. */
const MAX_AGE_MS = 30_000

/**
 * Takes a response that the document has already requested, together with its age in milliseconds.
 * A response can be taken once. One for another access token or in another language is never used.
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
