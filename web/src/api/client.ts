import createClient, { type Middleware } from 'openapi-fetch'
import { getLocale } from '#/copy'
import { leave } from '#/platform/leave'
import { isAnotherPersons } from '#/platform/same-person'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { newId } from '#/shared/new-id'
import { fetchWithProgress } from './progress'
import type { paths } from './schema'

export const CLIENT_NAME = 'customer-dashboard'

/** Answers are held back to at least this long, so that a spinner never flickers. */
export const FETCH_MIN_DELAY_MS = 200

const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Another tab has signed somebody else in: a page of the former person never asks with the token of the new one. It is
 * loaded anew, and whoever waits for the answer goes with it.
 */
const person: Middleware = {
  onRequest({ request }) {
    if (request.headers.has('Authorization') || !isAnotherPersons()) return undefined
    leave.reload()
    return new Promise(() => {})
  },
}

/** A browser that refuses storage has kept no choice: then its own language is asked for. */
function screenLanguage(): string {
  try {
    return getLocale()
  } catch {
    return navigator.language
  }
}

/** Names of products come in the language of the screen. The stored token goes out bare, as the API expects it; a call without an intent still gets a key of its own. */
const headers: Middleware = {
  onRequest({ request }) {
    request.headers.set('client-name', CLIENT_NAME)
    request.headers.set('Accept-Language', screenLanguage())
    const token = readStored(storageKeys.token)
    if (token && !request.headers.has('Authorization')) request.headers.set('Authorization', token)
    if (MUTATING.has(request.method) && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', newId())
    }
    return request
  },
}

async function unhurriedFetch(request: Request): Promise<Response> {
  const [response] = await Promise.all([fetchWithProgress(request), timing.pause(FETCH_MIN_DELAY_MS)])
  return response
}

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: unhurriedFetch })
api.use(person, headers)
