import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { call, fault } from '#/test/handlers'
import { server } from '#/test/server'
import { api, CLIENT_NAME, FETCH_MIN_DELAY_MS } from './client'
import { fallbackConfig, parseConfig } from './config'
import {
  ApiError,
  NetworkError,
  NotAvailableError,
  RejectedError,
  SessionError,
  shouldRetry,
  toApiError,
} from './errors'
import { listenForSessionEnd, unwrap } from './unwrap'

function recordHeaders(path: string, method: 'get' | 'post') {
  const seen: Headers[] = []
  server.use(
    http[method](call(path), ({ request }) => {
      seen.push(request.headers)
      return HttpResponse.json({ success: true })
    }),
  )
  return seen
}

describe('every call', () => {
  test('carries the client name and the bare token', async () => {
    window.localStorage.setItem(storageKeys.token, 'rs1_abc')
    const seen = recordHeaders('/api/Dashboards/isB2B', 'get')
    await unwrap(api.GET('/api/Dashboards/isB2B'))
    expect(CLIENT_NAME).toBe('customer-dashboard')
    expect(seen[0]?.get('client-name')).toBe('customer-dashboard')
    expect(seen[0]?.get('Authorization')).toBe('rs1_abc')
    expect(seen[0]?.has('Idempotency-Key')).toBe(false)
  })

  test('that changes something carries a key', async () => {
    const seen = recordHeaders('/api/RMUsers/logout', 'post')
    await unwrap(api.POST('/api/RMUsers/logout'))
    await unwrap(api.POST('/api/RMUsers/logout', { headers: { 'Idempotency-Key': 'mine' } }))
    expect(seen[0]?.get('Idempotency-Key')).toBeTruthy()
    expect(seen[1]?.get('Idempotency-Key')).toBe('mine')
  })

  test('CONST-20: no answer arrives sooner than 200 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(HttpResponse.json({ success: true }))
    let answered = false
    const answer = unwrap(api.GET('/api/Dashboards/isB2B')).then(() => {
      answered = true
    })
    expect(FETCH_MIN_DELAY_MS).toBe(200)
    await vi.advanceTimersByTimeAsync(199)
    expect(answered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await answer
    vi.useRealTimers()
  })
})

describe('errors', () => {
  test.each([
    [400, RejectedError],
    [401, SessionError],
    [403, NotAvailableError],
    [404, NotAvailableError],
    [409, RejectedError],
    [422, RejectedError],
    [429, ApiError],
    [502, ApiError],
  ])('%d has its class, and is repeated only when that can help', (status, Class) => {
    const error = toApiError(status, { error: { name: 'X', message: 'words', extra: { a: 1 } } }, 'fallback')
    expect(error).toBeInstanceOf(Class)
    expect(error).toMatchObject({ statusCode: status, name: 'X', message: 'words', extra: { a: 1 } })
    expect(shouldRetry(0, error)).toBe(status === 429 || status >= 500)
    expect(shouldRetry(2, error)).toBe(false)
  })

  test.each([[undefined], ['<html>'], [{}], [{ error: null }], [{ error: { message: 7 } }]])(
    'a body that is not ours (%s) still gives words',
    (body) => expect(toApiError(500, body, 'fallback').message).toBe('fallback'),
  )

  test('a lost connection is an error of its own, and may be repeated', async () => {
    server.use(http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.error()))
    const error = await unwrap(api.GET('/api/Dashboards/isB2B')).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(NetworkError)
    expect(shouldRetry(0, error)).toBe(true)
  })

  test('a 401 ends the session, except on calls that need none', async () => {
    const ended = vi.fn()
    listenForSessionEnd(ended)
    server.use(http.get(call('/api/Dashboards/isB2B'), () => fault(401, 'Please sign in.')))
    await unwrap(api.GET('/api/Dashboards/isB2B'), { sessionless: true }).catch(() => {})
    expect(ended).not.toHaveBeenCalled()
    await unwrap(api.GET('/api/Dashboards/isB2B')).catch(() => {})
    expect(ended).toHaveBeenCalledOnce()
    listenForSessionEnd(undefined)
  })
})

test('a configuration with missing or wrong fields keeps our own values for them', () => {
  expect(parseConfig({ productName: 'Griha', sandbox: 'yes', other: 1 })).toEqual({
    ...fallbackConfig,
    productName: 'Griha',
  })
  expect(parseConfig(null)).toEqual(fallbackConfig)
})
