import createClient, { type Middleware } from 'openapi-fetch'
import { readStored, storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { newId } from '#/shared/new-id'
import type { paths } from './schema'

export const CLIENT_NAME = 'customer-dashboard'

/** Answers are held back to at least this long, so that a spinner never flickers. */
export const FETCH_MIN_DELAY_MS = 200

const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The stored token goes out bare, as the API expects it; a call without an intent still gets a key of its own. */
const headers: Middleware = {
  onRequest({ request }) {
    request.headers.set('client-name', CLIENT_NAME)
    const token = readStored(storageKeys.token)
    if (token && !request.headers.has('Authorization')) request.headers.set('Authorization', token)
    if (MUTATING.has(request.method) && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', newId())
    }
    return request
  },
}

/** Looks `fetch` up at call time, so that whoever replaces it later (tests, wrappers) is seen. */
async function unhurriedFetch(request: Request): Promise<Response> {
  const [response] = await Promise.all([globalThis.fetch(request), timing.pause(FETCH_MIN_DELAY_MS)])
  return response
}

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: unhurriedFetch })
api.use(headers)
