import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { requestCodes } from '#/kit/request-kinds'
import { ANGLES, problemOf, type RepairDraft } from './model'

type Repair = components['schemas']['NewRepair']

/** One request per product. */
export function repairsOf({ chosen, placeId, problems }: RepairDraft): Repair[] {
  return chosen.map((orderItemId) => {
    const { message, photos } = problemOf(problems, orderItemId)
    const images = ANGLES.flatMap((angle) => photos[angle] ?? [])
    return { requestType: requestCodes.repair, images, orderItemId, addressId: placeId, message: message.trim() }
  })
}

/** What makes them the same requests; the URLs of the photos change from hour to hour. */
export function idsOnly(repairs: Repair[]) {
  return repairs.map(({ images, ...rest }) => ({ ...rest, images: images.map(({ id }) => id) }))
}

/** Raises all requests or none. */
export function raiseRepairs(data: Repair[], headers: IntentHeaders) {
  return unwrap(api.POST('/api/Dashboards/createNewTickets', { headers, body: { data } }))
}
