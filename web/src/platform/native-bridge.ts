import { reportError } from './reporter'

/**
 * The messages between the page and the iOS app around it (docs/apps.md).
 * The page sends to one handler of the app for each type. The app calls one callback of this window.
 * A failure here never disturbs the customer (ERR-03).
 */
export interface Messages {
  customTrack: {
    event: string
    properties: object
    userId: number
    devicePlatform: string
    appVersion: string
  }
  messageToken: {
    firebaseDeviceToken: string
    provider: 'fcm'
    devicePlatform: string
    userId: number
    isContactPermissionAllowed: boolean
  }
  identify: { userId: number; traits: object }
  reset: object
}

/** The envelope of a message, in both directions. */
export interface Envelope<Payload = unknown> {
  v: 1
  id: string
  /** Milliseconds since the epoch. */
  ts: number
  type: string
  payload: Payload
}

interface Handler {
  postMessage(message: Envelope): void
}

interface NativeWindow {
  webkit?: { messageHandlers?: Partial<Record<keyof Messages, Handler>> }
  /** The app calls this. Until the page listens, the app's function queues messages in `nativeMessages`. */
  onNativeMessage?: (envelope: unknown) => void
  nativeMessages?: unknown[]
}

function handlers() {
  return (window as NativeWindow).webkit?.messageHandlers
}

/** Whether our iOS app is around the page. Other iOS browsers have handlers with other names. */
export function hasNativeApp(): boolean {
  return Boolean(handlers()?.customTrack)
}

export function sendNative<Type extends keyof Messages>(type: Type, payload: Messages[Type]): void {
  try {
    handlers()?.[type]?.postMessage({ v: 1, id: crypto.randomUUID(), ts: Date.now(), type, payload })
  } catch (error) {
    reportError(error, { place: 'native bridge', type })
  }
}

function isEnvelope(message: unknown): message is Envelope {
  const { v, type, payload } = (message ?? {}) as Partial<Envelope>
  return v === 1 && typeof type === 'string' && typeof payload === 'object' && payload !== null
}

/** Listens to the app, first to the queued messages. A message that cannot be read is only reported. */
export function listenToNative(hear: (envelope: Envelope) => void): void {
  const own = window as NativeWindow
  const receive = (message: unknown) => {
    try {
      if (!isEnvelope(message)) throw new TypeError('No envelope of version 1')
      hear(message)
    } catch (error) {
      reportError(error, { place: 'native bridge' })
    }
  }
  own.onNativeMessage = receive
  for (const message of own.nativeMessages?.splice(0) ?? []) receive(message)
}
