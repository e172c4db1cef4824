import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import { api } from './client'
import { once } from './idempotency'
import { unwrap } from './unwrap'

/** Answers the requests in turn. Returns the idempotency keys that were sent. */
function aServer(...answers: (() => Response)[]) {
  const keys: (string | null)[] = []
  server.use(
    http.post(call('/api/RMUsers/logout'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return (answers.shift() ?? good)()
    }),
  )
  return keys
}

const good = () => HttpResponse.json({ success: true })
const silence = () => HttpResponse.error()
const send = (of: unknown = 1, from = once) =>
  from('intent', of, (headers) => unwrap(api.POST('/api/RMUsers/logout', { headers }))).catch(() => 'failed')

describe('one intent, one key', () => {
  test.each([
    ['a lost connection', silence],
    ['trouble at the server', () => fault(502, 'Away.')],
    ['too many calls', () => fault(429, 'Later.')],
    ['a timeout', () => fault(408, 'Too slow.')],
    ['an ended session', () => fault(401, 'Please sign in.')],
  ])('%s says nothing about the outcome: the key is kept', async (_, answer) => {
    const keys = aServer(answer, good)
    expect(await send()).toBe('failed')
    await send()
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  test.each([
    ['good news', good],
    ['a refusal', () => fault(409, 'Nothing to do.')],
    ['nothing there', () => fault(404, 'No such thing.')],
  ])('%s is an answer: the next intent is a new one', async (_, answer) => {
    const keys = aServer(answer, good)
    await send()
    await send()
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).not.toBe(keys[0])
  })

  test('after silence, meaning something else begins anew, and so does going back to the first', async () => {
    const keys = aServer(silence, good, good)
    await send('wallet')
    await send('bank')
    await send('wallet')
    expect(new Set(keys).size).toBe(3)
  })

  test('a quarter of an hour after silence the same words are a new intent', async () => {
    const keys = aServer(silence, silence, good)
    const now = vi.spyOn(Date, 'now').mockReturnValue(0)
    await send()
    now.mockReturnValue(14 * 60_000)
    await send()
    now.mockReturnValue(29 * 60_000)
    await send()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('a late answer does not end what was meant since', async () => {
    const keys = aServer(silence, silence)
    let answer = (_: string) => {}
    const slow = once('intent', 'first', () => new Promise<string>((resolve) => (answer = resolve)))
    await send('second')
    answer('done')
    await slow
    await send('second')
    expect(keys[1]).toBe(keys[0])
  })

  test('two presses at once are one intent', async () => {
    const keys = aServer()
    await Promise.all([send(), send()])
    expect(keys[1]).toBe(keys[0])
  })

  test('a reload keeps the key of what is unsettled', async () => {
    const keys = aServer(silence, good)
    await send()
    vi.resetModules()
    const reloaded = await import('./idempotency')
    await send(1, reloaded.once)
    expect(keys[1]).toBe(keys[0])
  })

  test('without storage the key lives as long as the page', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(denied)
    const keys = aServer(silence, good, good)
    await send()
    await send()
    await send()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})
