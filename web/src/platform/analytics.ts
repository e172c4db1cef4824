import { sendNative } from './native-bridge'

/** What people do, in names and figures without personal data. The queue is paused until a service is connected. */
export interface AnalyticsTask {
  name: string
  properties: Record<string, string | number | boolean>
  /** One that waits with the same key is not queued twice. */
  key?: string
}

type AnalyticsSink = (task: AnalyticsTask) => void

const LIMIT = 500
let waiting: AnalyticsTask[] = []
let sink: AnalyticsSink | undefined

/** The oldest go when too many wait. */
export function track(name: string, properties: AnalyticsTask['properties'] = {}, key?: string): void {
  const task = { name, properties, key }
  if (sink) sink(task)
  else if (!key || waiting.every((other) => other.key !== key)) waiting = [...waiting, task].slice(-LIMIT)
}

/** Connects the service and hands it what has waited; without an argument the queue is paused again. */
export function connectAnalytics(next?: AnalyticsSink): void {
  sink = next
  if (!next) return
  const tasks = waiting
  waiting = []
  for (const task of tasks) next(task)
}

/** Forgets what waits and whatever comes, until a service is connected: nobody has agreed to it. */
export function discardAnalytics(): void {
  connectAnalytics(() => {})
}

/** From now on events belong to this customer, who has agreed to it. The app around the page hears it as well. */
export function identify(customerId: number): void {
  sendNative('identify', { userId: customerId, traits: {} })
}

/** Nobody is here any more, or somebody else, which the app around the page hears as well. */
export function resetIdentity(): void {
  sendNative('reset', {})
}
