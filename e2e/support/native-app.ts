import type { Page } from '@playwright/test'

/** A message between the page and the iOS app (docs/apps.md). */
export interface Envelope {
  v: number
  id: string
  ts: number
  type: string
  payload: Record<string, unknown>
}

interface AppWindow {
  received(message: Envelope): void
  nativeMessages: unknown[]
  onNativeMessage(message: unknown): void
}

/**
 * Makes the pages of a browser those of the iOS app, as `mobile/ios` does: a handler for each type, and a
 * callback that keeps messages until the page listens. Returns what the app receives.
 * Call it before the first page.
 */
export async function useNativeApp(page: Page): Promise<Envelope[]> {
  const received: Envelope[] = []
  await page.exposeFunction('received', (message: Envelope) => received.push(message))
  await page.addInitScript(() => {
    const own = window as unknown as AppWindow
    const handler = { postMessage: (message: Envelope) => own.received(message) }
    const messageHandlers = { customTrack: handler, messageToken: handler, identify: handler, reset: handler }
    Object.assign(window, { webkit: { messageHandlers } })
    own.nativeMessages = []
    own.onNativeMessage = (message) => void own.nativeMessages.push(message)
  })
  return received
}

/** Sends a message from the app to the page. */
export function say(page: Page, type: string, payload: object): Promise<void> {
  return page.evaluate(
    ([name, given]) => {
      const envelope = { v: 1, id: crypto.randomUUID(), ts: 1, type: name, payload: given }
      ;(window as unknown as AppWindow).onNativeMessage(envelope)
    },
    [type, payload] as const,
  )
}
