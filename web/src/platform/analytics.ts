/** What people do, in names and figures without personal data. The queue is paused until a service is connected. */
export interface AnalyticsTask {
  kind: 'track' | 'identify' | 'reset'
  name: string
  properties: Record<string, string | number | boolean>
}

type AnalyticsSink = (task: AnalyticsTask) => void

const LIMIT = 100
let waiting: AnalyticsTask[] = []
let sink: AnalyticsSink | undefined

interface NativeBridge {
  postMessage(message: string): void
}

/** The Android and iOS wrappers listen on these; a plain browser has neither. */
function nativeBridges(): NativeBridge[] {
  const { ReactNativeWebView, webkit } = window as {
    ReactNativeWebView?: NativeBridge
    webkit?: { messageHandlers?: { analytics?: NativeBridge } }
  }
  return [ReactNativeWebView, webkit?.messageHandlers?.analytics].filter((bridge) => bridge !== undefined)
}

function notifyWrappers(task: AnalyticsTask): void {
  for (const bridge of nativeBridges()) {
    try {
      bridge.postMessage(JSON.stringify(task))
    } catch {
      // A wrapper that does not listen loses nothing that a person would miss.
    }
  }
}

function enqueue(task: AnalyticsTask): void {
  if (sink) sink(task)
  else waiting = [...waiting, task].slice(-LIMIT)
}

export function track(name: string, properties: AnalyticsTask['properties'] = {}): void {
  enqueue({ kind: 'track', name, properties })
}

/** From now on events belong to this customer. The wrappers hear it as well. */
export function identify(customerId: number): void {
  const task: AnalyticsTask = { kind: 'identify', name: 'identify', properties: { customerId } }
  enqueue(task)
  notifyWrappers(task)
}

/** The customer has signed out. */
export function resetIdentity(): void {
  const task: AnalyticsTask = { kind: 'reset', name: 'reset', properties: {} }
  enqueue(task)
  notifyWrappers(task)
}

/** Connects the service and hands it what has waited; without an argument the queue is paused again. */
export function connectAnalytics(next?: AnalyticsSink): void {
  sink = next
  if (!next) return
  const tasks = waiting
  waiting = []
  for (const task of tasks) next(task)
}
