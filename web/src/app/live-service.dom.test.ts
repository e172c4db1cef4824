import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { customerKey, fixedKey } from '#/api/keys'
import { dispatch } from '#/features/payments/dispatch'
import type { LiveOptions } from '#/platform/live'
import { timing } from '#/platform/timing'
import { setSessionUser } from '#/state/session'
import { aDashboard, aUser } from '#/test/builders'
import { connect } from './live-service'

const heard = vi.hoisted(() => ({ options: undefined as LiveOptions | undefined }))

vi.mock('#/platform/live', () => ({
  openLive(options: LiveOptions) {
    heard.options = options
    return { check() {}, stop() {} }
  },
}))

let client: QueryClient
let invalidate: MockInstance<QueryClient['invalidateQueries']>

async function connected(): Promise<LiveOptions> {
  const done = connect(client)
  await vi.advanceTimersByTimeAsync(3000)
  await done
  if (!heard.options) throw new Error('nothing listens')
  return heard.options
}

beforeEach(() => {
  vi.useFakeTimers()
  heard.options = undefined
  client = new QueryClient()
  setSessionUser({ ...aUser(), created: undefined })
  invalidate = vi.spyOn(client, 'invalidateQueries')
})

afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

test('everything of the customer is asked anew, and nothing else', async () => {
  const keys = [
    customerKey(7, 'dashboard'),
    customerKey(7, 'requests', 'all'),
    customerKey(7, 'wallet'),
    customerKey(7, 'invoices', 'latest'),
    customerKey(8, 'wallet'),
    fixedKey('app-config'),
    fixedKey('b2b', 7),
    fixedKey('feedback', 7),
  ]
  for (const key of keys) client.setQueryData(key, {})
  const { onChange } = await connected()
  onChange()
  const stale = keys.filter((key) => client.getQueryState(key)?.isInvalidated)
  expect(stale).toEqual(keys.slice(0, 4))
})

test('a burst of changes is one refresh now and one a second later', async () => {
  const { onChange } = await connected()
  for (let i = 0; i < 10; i++) onChange()
  expect(invalidate).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(invalidate).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(invalidate).toHaveBeenCalledTimes(2)
})

test('a payment under way is not disturbed; what has changed shows afterwards', async () => {
  const { onChange } = await connected()
  dispatch({ type: 'ask', request: { type: 'due', autoDebit: false }, autoDebitActive: false })
  onChange()
  expect(invalidate).not.toHaveBeenCalled()
  dispatch({ type: 'paid' })
  expect(invalidate).toHaveBeenCalledTimes(1)
})

test('the stream starts from the revision that is on screen, once nothing is being asked for', async () => {
  client.setQueryData(customerKey(7, 'dashboard'), aDashboard({ revision: 12 }))
  const slow = client.fetchQuery({
    queryKey: customerKey(7, 'requests'),
    queryFn: () => timing.pause(7000).then(() => ({})),
  })
  const done = connect(client)
  await vi.advanceTimersByTimeAsync(6900)
  expect(heard.options).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  await slow
  await vi.advanceTimersByTimeAsync(2000)
  await done
  expect(heard.options?.shown()).toBe(12)
})

test('who saves data is not kept connected', async () => {
  vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } })
  await connect(client)
  expect(heard.options).toBeUndefined()
})
