import { afterEach, describe, expect, test, vi } from 'vitest'
import { nativeApp } from '#/test/native-app'
import { connectAnalytics, discardAnalytics, identify, resetIdentity, track } from './analytics'

describe('analytics', () => {
  afterEach(() => {
    discardAnalytics()
    connectAnalytics()
  })

  test('CONST-24: the queue is paused until a service is connected, then nothing is lost', () => {
    track('payment attempted', { mode: 'manual' })
    const sink = vi.fn()
    connectAnalytics(sink)
    expect(sink).toHaveBeenCalledWith({ name: 'payment attempted', properties: { mode: 'manual' } })
    track('payment completed')
    expect(sink).toHaveBeenCalledTimes(2)
  })

  test('CONST-24: 500 wait, the oldest go first, and what has a key waits once', () => {
    for (let n = 1; n <= 501; n += 1) track(`event ${n}`)
    track('dashboard viewed', {}, 'dashboard viewed')
    track('dashboard viewed', {}, 'dashboard viewed')
    const names: string[] = []
    connectAnalytics(({ name }) => names.push(name))
    expect(names).toHaveLength(500)
    expect([names[0], names.at(-2), names.at(-1)]).toEqual(['event 3', 'event 501', 'dashboard viewed'])
  })

  test('CONST-25: identify and reset are also told to the iOS app', () => {
    const app = nativeApp()
    connectAnalytics(() => {})
    track('dashboard viewed')
    expect(app.sent).toEqual([])
    identify(7)
    resetIdentity()
    expect(app.sent).toEqual([
      expect.objectContaining({ v: 1, type: 'identify', payload: { userId: 7, traits: {} } }),
      expect.objectContaining({ v: 1, type: 'reset', payload: {} }),
    ])
  })

  test('what is discarded does not come back', () => {
    track('payment attempted')
    discardAnalytics()
    track('payment attempted')
    const sink = vi.fn()
    connectAnalytics(sink)
    expect(sink).not.toHaveBeenCalled()
  })
})
