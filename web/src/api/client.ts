import type { Client } from 'openapi-fetch'
import { getLocale, m } from '#/copy'
import { leave } from '#/platform/leave'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { newId } from '#/shared/new-id'
import { askForCode } from '#/state/code-question'
import { isOtherCustomerSignedIn } from '#/state/session-match'
import { consumeAskedAhead } from './asked-ahead'
import { CODE_NEEDED, NotSentError } from './errors'
import { fetchWithProgress } from './progress'
import type { paths } from './schema'

export const CLIENT_NAME = 'customer-dashboard'

/** Responses take at least this long, in milliseconds, so that a spinner never flickers. */
export const FETCH_MIN_DELAY_MS = 200

/** The methods of the contract. Only the types come from openapi-fetch, so it adds no code to the bundle. */
type Api = Pick<Client<paths, 'application/json'>, 'GET' | 'POST' | 'DELETE'>

/** The arguments that these types allow. */
interface Call {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> }
  body?: unknown
  headers?: HeadersInit
  signal?: AbortSignal
  parseAs?: 'blob'
}

interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

/** The URL with its path parameters filled in. Query parameters without a value are left out. */
function address(template: string, { path = {}, query = {} }: NonNullable<Call['params']> = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return window.location.origin + filled + (text && `?${text}`)
}

/** Where the browser refuses storage, no language was saved. Then the browser's own language is used. */
function screenLanguage(): string {
  try {
    return getLocale()
  } catch {
    return navigator.language
  }
}

/**
 * Product names come in the language of the screen. The access token is sent bare, as the API expects it.
 * A call without an idempotency key gets a key of its own.
 */
function request(method: string, template: string, { params, body, headers, signal }: Call): Request {
  const all = new Headers(headers)
  all.set('client-name', CLIENT_NAME)
  all.set('Accept-Language', screenLanguage())
  const token = readStored(storageKeys.token)
  if (token && !all.has('Authorization')) all.set('Authorization', token)
  if (method !== 'GET' && !all.has('Idempotency-Key')) all.set('Idempotency-Key', newId())
  if (body !== undefined) all.set('Content-Type', 'application/json')
  return new Request(address(template, params), { method, headers: all, signal, body: JSON.stringify(body) })
}

/**
 * Another tab has signed in somebody else. A page of the former customer must not use the new customer's
 * token. The page reloads, and the pending call goes with it.
 */
function isForFormerPerson({ headers }: Call): boolean {
  return !new Headers(headers).has('Authorization') && isOtherCustomerSignedIn()
}

/** Somebody has signed in since this request was sent. Its 401 is about a session that has been replaced. */
function isOfFormerSession(asked: Request, { headers }: Call): boolean {
  const token = readStored(storageKeys.token)
  return !new Headers(headers).has('Authorization') && !!token && token !== asked.headers.get('Authorization')
}

/**
 * A link in a message opened the session. Such a session can look and pay.
 * For anything else, a code must confirm the customer's identity.
 */
export function isCodeNeeded(response: Response, error: unknown): boolean {
  const { extra } = (error as { error?: { extra?: { code?: string } } } | undefined)?.error ?? {}
  return response.status === 403 && extra?.code === CODE_NEEDED
}

/** A call that brings its own token runs in the background. Nobody would know why a code is needed. */
const bringsToken = ({ headers }: Call) => new Headers(headers).has('Authorization')

async function send(method: string, template: string, call: Call = {}): Promise<Answer> {
  if (isForFormerPerson(call)) {
    leave.reload()
    return new Promise<never>(() => {})
  }
  const asked = request(method, template, call)
  const ahead = consumeAskedAhead(asked)
  const wasOffline = !navigator.onLine
  const [response] = await Promise.all([
    fetchWithProgress(asked, ahead?.answer).catch((error: unknown) => {
      // The request is sent even so, because some browsers report that they are offline and are not.
      if (method !== 'GET' && wasOffline && !navigator.onLine) throw new NotSentError(m.api_not_sent())
      throw error
    }),
    timing.pause(FETCH_MIN_DELAY_MS - (ahead?.age ?? 0)),
  ])
  if (response.status === 401 && isOfFormerSession(asked, call)) return send(method, template, call)
  if (response.ok && call.parseAs === 'blob') return { data: await response.blob(), response }
  const text = await response.text()
  if (response.ok) return { data: text ? JSON.parse(text) : undefined, response }
  const error = parsed(text)
  if (isCodeNeeded(response, error) && !bringsToken(call) && (await askForCode())) return send(method, template, call)
  return { error, response }
}

/** An error that is not ours, such as a proxy's page, is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const by = (method: string) => (template: string, call?: Call) => send(method, template, call)

export const api = { GET: by('GET'), POST: by('POST'), DELETE: by('DELETE') } as unknown as Api
