import type { Client } from 'openapi-fetch'
import { getLocale, m } from '#/copy'
import { leave } from '#/platform/leave'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { newId } from '#/shared/new-id'
import { askForCode } from '#/state/code-question'
import { isAnotherPersons } from '#/state/same-person'
import { consumeAskedAhead } from './asked-ahead'
import { CODE_NEEDED, NotSentError } from './errors'
import { fetchWithProgress } from './progress'
import type { paths } from './schema'

export const CLIENT_NAME = 'customer-dashboard'

/** Answers are held back to at least this long, so that a spinner never flickers. */
export const FETCH_MIN_DELAY_MS = 200

/** The methods that the contract uses, with the types of openapi-fetch: their checks need no code on the phone. */
type Api = Pick<Client<paths, 'application/json'>, 'GET' | 'POST' | 'DELETE'>

/** What the types above make of a call. */
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

/** The path with its parameters filled in; a missing value of the query is left out. */
function address(template: string, { path = {}, query = {} }: NonNullable<Call['params']> = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return window.location.origin + filled + (text && `?${text}`)
}

/** A browser that refuses storage has kept no choice: then its own language is asked for. */
function screenLanguage(): string {
  try {
    return getLocale()
  } catch {
    return navigator.language
  }
}

/**
 * Names of products come in the language of the screen. The stored token goes out bare, as the API expects it; a call
 * without an intent still gets a key of its own.
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
 * Another tab has signed somebody else in: a page of the former person never asks with the token of the new one. It is
 * loaded anew, and whoever waits for the answer goes with it.
 */
function isForFormerPerson({ headers }: Call): boolean {
  return !new Headers(headers).has('Authorization') && isAnotherPersons()
}

/** Somebody has signed in anew since this was asked: its 401 is about a session that has been replaced. */
function isOfFormerSession(asked: Request, { headers }: Call): boolean {
  const token = readStored(storageKeys.token)
  return !new Headers(headers).has('Authorization') && !!token && token !== asked.headers.get('Authorization')
}

/** The link of a message has opened the session, which looks and pays: for anything else a code confirms who it is. */
export function isCodeNeeded(response: Response, error: unknown): boolean {
  const { extra } = (error as { error?: { extra?: { code?: string } } } | undefined)?.error ?? {}
  return response.status === 403 && extra?.code === CODE_NEEDED
}

/** A call that has brought its own token happens by itself: nobody would know why they are asked. */
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
      // Tried all the same: some browsers say that they are offline and are not.
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

/** An error that is not ours, such as a proxy's page, is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const by = (method: string) => (template: string, call?: Call) => send(method, template, call)

export const api = { GET: by('GET'), POST: by('POST'), DELETE: by('DELETE') } as unknown as Api
