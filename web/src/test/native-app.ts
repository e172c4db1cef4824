import { onTestFinished, vi } from 'vitest'
import type { Envelope } from '#/platform/native-bridge'

interface AppWindow {
  onNativeMessage?: (envelope: unknown) => void
  nativeMessages?: unknown[]
}

/** Simulates the iOS app around the page. It records what the page sends, and can send messages itself. */
export function nativeApp() {
  const sent: Envelope[] = []
  const handler = { postMessage: (envelope: Envelope) => void sent.push(envelope) }
  const messageHandlers = { customTrack: handler, messageToken: handler, identify: handler, reset: handler }
  vi.stubGlobal('webkit', { messageHandlers })
  const own = window as AppWindow
  const kept: unknown[] = []
  own.nativeMessages = kept
  own.onNativeMessage = (message) => void kept.push(message)
  onTestFinished(() => {
    delete own.nativeMessages
    delete own.onNativeMessage
  })
  const sayRaw = (message: unknown) => own.onNativeMessage?.(message)
  const say = (type: string, payload: object) => sayRaw({ v: 1, id: '1', ts: 1, type, payload })
  return { sent, say, sayRaw, handler }
}
