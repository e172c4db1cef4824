import { onTestFinished, vi } from 'vitest'

/** The public key of a server, as in `app-config.json`. */
export const pushKey = 'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk'

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Simulates a browser with push messages. A test may change `state` while it runs. */
export function pushBrowser(
  changes: Partial<{ permission: NotificationPermission; answer: NotificationPermission }> = {},
) {
  const state = {
    permission: 'default' as NotificationPermission,
    /** The answer to the browser's question. 'default' means that the person closes it. */
    answer: 'granted' as NotificationPermission,
    /** How often the person was asked. */
    asked: 0,
    /** The public key of the server that is subscribed to. */
    subscribed: undefined as string | undefined,
    isReached: true,
    ...changes,
  }
  let subscriptions = 0
  const subscription = (key: string) => ({
    endpoint: `https://push.example/${subscriptions}`,
    options: { applicationServerKey: bytesOf(key).buffer },
    toJSON: () => ({ keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => {
      state.subscribed = undefined
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => (state.subscribed ? subscription(state.subscribed) : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!state.isReached) throw new DOMException('Registration failed - push service error', 'AbortError')
      if (!state.subscribed) subscriptions += 1
      state.subscribed ??= applicationServerKey
      return subscription(state.subscribed)
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission: async () => {
      state.asked += 1
      if (state.permission === 'default') state.permission = state.answer
      return state.permission
    },
  })
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  return state
}
