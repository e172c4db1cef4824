import createClient from 'openapi-fetch'
import { getLocale, m } from '#/copy'
import { leave } from '#/platform/leave'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { newId } from '#/shared/new-id'
import { readServerTime } from '#/shared/server-clock'
import { askForCode } from '#/state/code-question'
import { isOtherCustomerSignedIn } from '#/state/session-match'
import { consumeAskedAhead } from './asked-ahead'
import { CODE_NEEDED, NotSentError } from './errors'
import { fetchWithProgress } from './progress'
import type { paths } from './schema'

export const CLIENT_NAME = 'customer-dashboard'

/** Responses take at least this long, in milliseconds, so that a spinner never flickers. */
export const FETCH_MIN_DELAY_MS = 200

/** Where the browser refuses storage, no language was saved. Then the browser's own language is used. */
function screenLanguage(): string {
  try {
    return getLocale()
  } catch {
    return navigator.language
  }
}

/**
 * A request as it goes out. Product names come in the language of the screen. The access token is sent bare,
 * as the API expects it. A call without an idempotency key gets a key of its own.
 */
function outgoing({ url, method, headers: given, signal }: Request, body: string | undefined): Request {
  const headers = new Headers(given)
  headers.set('client-name', CLIENT_NAME)
  headers.set('Accept-Language', screenLanguage())
  const token = readStored(storageKeys.token)
  if (token && !headers.has('Authorization')) headers.set('Authorization', token)
  if (method !== 'GET' && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', newId())
  return new Request(url, { method, headers, signal, body })
}

/** Somebody has signed in since this request was sent. Its 401 is about a session that has been replaced. */
function isOfFormerSession(asked: Request): boolean {
  const token = readStored(storageKeys.token)
  return !!token && token !== asked.headers.get('Authorization')
}

/**
 * A link in a message opened the session. Such a session can look and pay.
 * For anything else, a code must confirm the customer's identity.
 */
export function isCodeNeeded(response: Response, error: unknown): boolean {
  const { extra } = (error as { error?: { extra?: { code?: string } } } | undefined)?.error ?? {}
  return response.status === 403 && extra?.code === CODE_NEEDED
}

/**
 * Sends a request of the contract. A request that brings its own token runs in the background: it never
 * asks for a code, because nobody would know why.
 */
async function send(request: Request, body?: string): Promise<Response> {
  const bringsToken = request.headers.has('Authorization')
  if (!bringsToken && isOtherCustomerSignedIn()) {
    // Another tab has signed in somebody else. A page of the former customer must not use the new customer's
    // token. The page reloads, and the pending call goes with it.
    leave.reload()
    return new Promise<never>(() => {})
  }
  const asked = outgoing(request, body)
  const ahead = consumeAskedAhead(asked)
  const wasOffline = !navigator.onLine
  const [response] = await Promise.all([
    fetchWithProgress(asked, ahead?.answer).catch((error: unknown) => {
      // The request is sent even so, because some browsers report that they are offline and are not.
      if (request.method !== 'GET' && wasOffline && !navigator.onLine) throw new NotSentError(m.api_not_sent())
      throw error
    }),
    timing.pause(FETCH_MIN_DELAY_MS - (ahead?.age ?? 0)),
  ])
  readServerTime(response)
  if (bringsToken) return response
  if (response.status === 401 && isOfFormerSession(asked)) return send(request, body)
  if (response.status === 403 && isCodeNeeded(response, await errorOf(response)) && (await askForCode())) {
    return send(request, body)
  }
  return response
}

/** An error that is not ours, such as a proxy's page, is not JSON. */
const errorOf = (response: Response): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => undefined)

/** Tests of rules have no location. */
const origin = globalThis.location?.origin

export const api = createClient<paths, 'application/json'>({
  baseUrl: origin,
  // The body is read first, because a request that is sent again needs it again.
  fetch: async (request) => send(request, request.method === 'GET' ? undefined : (await request.text()) || undefined),
})
