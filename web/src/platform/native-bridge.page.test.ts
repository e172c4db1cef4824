import { expect, test, vi } from 'vitest'
import { nativeApp } from '#/test/native-app'
import { type Envelope, hasNativeApp, listenToNative, sendNative } from './native-bridge'
import { connectReporter, type ErrorReport } from './reporter'

/** The errors that are reported from now on. */
function reports(): ErrorReport[] {
  const found: ErrorReport[] = []
  connectReporter((report) => found.push(report))
  found.length = 0 // drop the reports of earlier tests
  return found
}

test('a message goes to the handler of its type, in an envelope', () => {
  const app = nativeApp()
  sendNative('identify', { userId: 7, traits: {} })
  sendNative('reset', {})
  expect(app.sent.map(({ type }) => type)).toEqual(['identify', 'reset'])
  const [first, second] = app.sent
  expect(first).toEqual({
    v: 1,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ts: expect.any(Number),
    type: 'identify',
    payload: { userId: 7, traits: {} },
  })
  expect(second?.id).not.toBe(first?.id)
})

test('ERR-03: without the app, without a handler, and with one that throws, nothing fails', () => {
  const reported = reports()
  expect(hasNativeApp()).toBe(false)
  sendNative('reset', {})
  vi.stubGlobal('webkit', { messageHandlers: {} })
  sendNative('reset', {})
  expect(reported).toEqual([])
  const app = nativeApp()
  app.handler.postMessage = () => {
    throw new Error('gone')
  }
  sendNative('reset', {})
  expect(reported.map(({ context }) => context)).toEqual([{ place: 'native bridge', type: 'reset' }])
})

test('what the app has said before the page listened comes first', () => {
  const app = nativeApp()
  const heard: string[] = []
  app.say('open', { path: '/kyc' })
  listenToNative(({ type }: Envelope) => heard.push(type))
  app.say('messageToken', {})
  expect(heard).toEqual(['open', 'messageToken'])
})

test.each([
  [undefined],
  ['open'],
  [{ v: 2, type: 'open', payload: {} }],
  [{ v: 1, type: 7, payload: {} }],
  [{ v: 1, type: 'open', payload: null }],
])('ERR-03: %o is no message; it is reported alone', (message) => {
  const reported = reports()
  const app = nativeApp()
  const hear = vi.fn()
  listenToNative(hear)
  app.sayRaw(message)
  expect(hear).not.toHaveBeenCalled()
  expect(reported).toHaveLength(1)
})
