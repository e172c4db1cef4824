import { sendNative } from './native-bridge'

/** An analytics event: a name and properties, no personal data. Events queue until a service is connected. */
export interface AnalyticsTask {
  name: string
  properties: Record<string, string | number | boolean>
  /** If a queued event has the same key, this one is not queued. */
  key?: string
}

type AnalyticsSink = (task: AnalyticsTask) => void

const LIMIT = 500
let waiting: AnalyticsTask[] = []
let sink: AnalyticsSink | undefined

/** Sends an event, or queues it. When too many events wait, the oldest are dropped. */
export function track(name: string, properties: AnalyticsTask['properties'] = {}, key?: string): void {
  const task = { name, properties, key }
  if (sink) sink(task)
  else if (!key || waiting.every((other) => other.key !== key)) waiting = [...waiting, task].slice(-LIMIT)
}

/** Connects the service and hands it the queued events. Without an argument, events are queued again. */
export function connectAnalytics(next?: AnalyticsSink): void {
  sink = next
  if (!next) return
  const tasks = waiting
  waiting = []
  for (const task of tasks) next(task)
}

/** Drops queued and future events until a service is connected, because nobody has agreed to analytics. */
export function discardAnalytics(): void {
  connectAnalytics(() => {})
}

/** From now on events belong to this customer, who has agreed. The native app around the page is told too. */
export function identify(customerId: number): void {
  sendNative('identify', { userId: customerId, traits: {} })
}

/** Nobody is signed in any more, or somebody else is. The native app around the page is told. */
export function resetIdentity(): void {
  sendNative('reset', {})
}
