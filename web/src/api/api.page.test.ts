import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leave } from '#/platform/leave'
import { storageKeys } from '#/platform/storage'
import { STALL_MS } from '#/shared/stall'
import { saveSession } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import { api, CLIENT_NAME, FETCH_MIN_DELAY_MS } from './client'
import { fallbackConfig, parseConfig } from './config'
import {
  ApiError,
  NetworkError,
  NotAvailableError,
  RejectedError,
  SessionError,
  StalledError,
  shouldRetry,
  toApiError,
} from './errors'
import { fetchWithProgress } from './progress'
import { listenForSessionEnd, unwrap } from './unwrap'

function recordHeaders(path: string) {
  const seen: Headers[] = []
  server.use(
    http.all(call(path), ({ request }) => {
      seen.push(request.headers)
      return HttpResponse.json({ success: true })
    }),
  )
  return seen
}

describe('every call', () => {
  test('carries the client name and the bare token', async () => {
    window.localStorage.setItem(storageKeys.token, 'rs1_abc')
    const seen = recordHeaders('/api/Dashboards/isB2B')
    await unwrap(api.GET('/api/Dashboards/isB2B'))
    expect(CLIENT_NAME).toBe('customer-dashboard')
    expect(seen[0]?.get('client-name')).toBe('customer-dashboard')
    expect(seen[0]?.get('Authorization')).toBe('rs1_abc')
    expect(seen[0]?.has('Idempotency-Key')).toBe(false)
  })

  test('that changes something carries a key', async () => {
    const seen = recordHeaders('/api/RMUsers/logout')
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

describe('a call of which nothing is heard', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  /** Makes the network answer part by part. An abort of the call ends the response. */
  function network(parts: (part: (text: string) => void, close: () => void) => void) {
    vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
      const signal = init?.signal
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          signal?.addEventListener('abort', () => controller.error(signal.reason))
          parts(
            (text) => controller.enqueue(new TextEncoder().encode(text)),
            () => controller.close(),
          )
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }))
    })
  }

  function silence() {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
  }

  test('ends after 20 s with a way to try again, and is not repeated by itself', async () => {
    silence()
    const failed = unwrap(api.GET('/api/Dashboards/isB2B')).catch((error: unknown) => error)
    let ended = false
    void failed.then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(STALL_MS - 1)
    expect([STALL_MS, ended]).toEqual([20_000, false])
    await vi.advanceTimersByTimeAsync(1)
    const error = await failed
    expect(error).toBeInstanceOf(StalledError)
    expect((error as Error).message).toBe('The server has not answered for a while. Please try again.')
    expect(shouldRetry(0, error)).toBe(false)
  })

  test('also when the answer stops in the middle, but not while it goes on', async () => {
    network((part, close) => {
      part('{"success":')
      setTimeout(() => part('tr'), 15_000)
      setTimeout(() => {
        part('ue}')
        close()
      }, 30_000)
    })
    const slow = unwrap(api.GET('/api/Dashboards/isB2B'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await slow).toEqual({ success: true })
    network((part) => part('{"success":'))
    const broken = unwrap(api.GET('/api/Dashboards/isB2B')).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(STALL_MS)
    expect(await broken).toBeInstanceOf(StalledError)
  })

  test('an upload has the time that it needs', async () => {
    const form = new FormData()
    form.append('file', 'x')
    const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
    const request = new Request('http://localhost/api/x', {
      method: 'POST',
      body: form,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    })
    void fetchWithProgress(request)
    await vi.advanceTimersByTimeAsync(10 * STALL_MS)
    expect(fetched.mock.calls[0]?.[1]?.signal).toBeUndefined()
  })
})

describe('two people in two tabs', () => {
  test("a page never asks in another person's name: it is loaded anew", async () => {
    const reload = vi.spyOn(leave, 'reload').mockImplementation(() => {})
    const fetched = vi.spyOn(globalThis, 'fetch')
    saveSession('rs1_asha', aUser({ id: 7 }))
    window.localStorage.setItem(storageKeys.user, JSON.stringify(aUser({ id: 8 })))
    window.localStorage.setItem(storageKeys.token, 'rs1_bilal')
    void unwrap(api.GET('/api/Dashboards/dashboardData'))
    await vi.waitFor(() => expect(reload).toHaveBeenCalled())
    expect(fetched).not.toHaveBeenCalled()
  })

  test('the person is stored before the token: no moment has the new token beside the former person', () => {
    saveSession('rs1_asha', aUser({ id: 7 }))
    const order: string[] = []
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => void order.push(key))
    saveSession('rs1_bilal', aUser({ id: 8 }))
    expect(order).toEqual([storageKeys.user, storageKeys.token])
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

  test('a 401 to the token of before is asked again with the one of now', async () => {
    const ended = vi.fn()
    listenForSessionEnd(ended)
    const tokens: (string | null)[] = []
    saveSession('rs1_before', aUser())
    server.use(
      http.get(call('/api/Dashboards/isB2B'), ({ request }) => {
        tokens.push(request.headers.get('Authorization'))
        if (tokens.length > 1) return HttpResponse.json({ success: true })
        saveSession('rs1_now', aUser())
        return fault(401, 'Please sign in.')
      }),
    )
    expect(await unwrap(api.GET('/api/Dashboards/isB2B'))).toEqual({ success: true })
    expect(tokens).toEqual(['rs1_before', 'rs1_now'])
    expect(ended).not.toHaveBeenCalled()
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
