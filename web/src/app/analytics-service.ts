import { api } from '#/api/client'
import type { AppConfig } from '#/api/config'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { type AnalyticsTask, connectAnalytics, discardAnalytics, identify, resetIdentity } from '#/platform/analytics'
import { devicePlatform, readDeviceInfo } from '#/platform/device'
import { sendNative } from '#/platform/native-bridge'
import { reportError } from '#/platform/reporter'
import { chosenConsent } from '#/state/analytics-consent'
import { ownUserId } from '#/state/session'

type Definition = components['schemas']['EventDefinition']
type Property = components['schemas']['EventProperty']

/** What may leave the browser: events that are defined, with the properties that are defined for them. */
export function allowed({ name, properties }: AnalyticsTask, definitions: Definition[]): AnalyticsTask | undefined {
  const definition = definitions.find((one) => one.name === name)
  if (!definition) return undefined
  const kept = Object.entries(properties).filter(([property, value]) => fits(value, definition.types[property]))
  return { name, properties: Object.fromEntries(kept) }
}

function fits(value: string | number | boolean, property: Property | undefined): boolean {
  if (!property || property.pii || property.type !== typeof value) return false
  return !property.enum || property.enum.includes(String(value))
}

type Config = Pick<AppConfig, 'productSlug' | 'androidApp' | 'version'>

/** Sends an event. A failure is reported, but the customer is not told, because nobody misses the event. */
function send({ name: event, properties }: AnalyticsTask, userId: number, config: Config): void {
  const body = { event, properties, devicePlatform: devicePlatform(config, readDeviceInfo()) }
  sendNative('customTrack', { ...body, userId, appVersion: config.version })
  unwrap(api.POST('/api/customTrack', { body })).catch((error) => reportError(error, { place: 'analytics' }))
}

async function hasAgreed(id: number): Promise<boolean> {
  const chosen = chosenConsent.get()
  if (chosen?.customerId === id) return chosen.isGiven
  const { consents } = await unwrap(api.GET('/api/RMUsers/{id}/getConsents', { params: { path: { id } } }))
  return consents.some(({ purpose, isGiven }) => purpose === 'analytics' && isGiven)
}

function isTakenBack(id: number): boolean {
  const chosen = chosenConsent.get()
  return chosen?.customerId === id && !chosen.isGiven
}

/** The customer and the consent for which the queue was last connected or dropped. */
let settled: string | undefined
let identified = false

function reset(): void {
  if (identified) resetIdentity()
  identified = false
}

/**
 * Sends queued and future events in the name of the signed-in customer, if they have agreed. Without a
 * session, events wait. If the customer has not agreed or withdraws the consent, events are dropped.
 */
export async function connect(config: Config): Promise<void> {
  const customerId = ownUserId()
  const chosen = chosenConsent.get()
  const now = `${customerId}/${chosen?.customerId === customerId ? chosen?.isGiven : 'as the server knows'}`
  if (now === settled) return
  settled = now
  connectAnalytics()
  if (customerId === undefined) return reset()
  try {
    if (!(await hasAgreed(customerId))) {
      if (now !== settled) return
      discardAnalytics()
      return reset()
    }
    const { events } = await unwrap(api.GET('/rudderstack-event-data.json'))
    if (now !== settled) return // the customer or their consent has changed meanwhile
    reset()
    identify(customerId)
    identified = true
    connectAnalytics((task) => {
      const event = allowed(task, events)
      if (event && !isTakenBack(customerId)) send(event, customerId, config)
    })
  } catch (error) {
    settled = undefined // the next sign-in tries again
    throw error
  }
}
