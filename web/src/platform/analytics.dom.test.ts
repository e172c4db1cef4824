import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectAnalytics, identify, resetIdentity, track } from './analytics'

describe('analytics', () => {
  afterEach(() => connectAnalytics())

  test('CONST-24: the queue is paused until a service is connected, then nothing is lost', () => {
    track('payment attempted', { mode: 'manual' })
    const sink = vi.fn()
    connectAnalytics(sink)
    expect(sink).toHaveBeenCalledWith({ kind: 'track', name: 'payment attempted', properties: { mode: 'manual' } })
    track('payment completed')
    expect(sink).toHaveBeenCalledTimes(2)
  })

  test('CONST-25: identify and reset are also told to the wrappers, events are not', () => {
    const postMessage = vi.fn()
    Object.assign(window, { ReactNativeWebView: { postMessage } })
    connectAnalytics(() => {})
    track('dashboard viewed')
    expect(postMessage).not.toHaveBeenCalled()
    identify(7)
    resetIdentity()
    expect(postMessage.mock.calls.map(([text]) => JSON.parse(text).kind)).toEqual(['identify', 'reset'])
    Object.assign(window, { ReactNativeWebView: undefined })
  })
})
