import { api } from '#/api/client'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { type AnalyticsTask, connectAnalytics, identify } from '#/platform/analytics'
import { devicePlatform, readDeviceSigns } from '#/platform/device'
import { reportError } from '#/platform/reporter'
import { isDirectLogin, readSession } from '#/state/session'

type Definitions = components['schemas']['EventDefinitions']['events']

/** What may leave the browser: events that are defined, with the properties that are defined for them. */
export function allowed(task: AnalyticsTask, definitions: Definitions): AnalyticsTask | undefined {
  const definition = definitions.find(({ name }) => name === task.name)
  if (task.kind !== 'track' || !definition) return undefined
  const kept = Object.entries(task.properties).filter(([name]) => definition.properties.includes(name))
  return { ...task, properties: Object.fromEntries(kept) }
}

/** Nobody misses an event that could not be sent; nobody is told either. */
function send({ name: event, properties }: AnalyticsTask, productSlug: string): void {
  const body = { event, properties, devicePlatform: devicePlatform(productSlug, readDeviceSigns()) }
  unwrap(api.POST('/api/customTrack', { body })).catch((error) => reportError(error, { place: 'analytics' }))
}

/** Whose events are sent now. */
let identified: number | undefined

/** Sends what has waited and what comes, in the name of whoever is signed in; without a session events wait. */
export async function connect(productSlug: string): Promise<void> {
  const session = readSession()
  const customerId = session.status === 'ready' && !isDirectLogin() ? session.user.id : undefined
  if (customerId === identified) return
  identified = customerId
  connectAnalytics()
  if (customerId === undefined) return
  try {
    const { events } = await unwrap(api.GET('/rudderstack-event-data.json'))
    if (customerId !== identified) return // somebody else has signed in meanwhile
    identify(customerId)
    connectAnalytics((task) => {
      const event = allowed(task, events)
      if (event) send(event, productSlug)
    })
  } catch (error) {
    identified = undefined // the next sign-in tries again
    throw error
  }
}
