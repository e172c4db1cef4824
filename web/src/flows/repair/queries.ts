import { api } from '#/api/client'
import { idempotent, settleIntent } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { requestCodes } from '#/features/requests/model'
import { ANGLES, problemOf, type RepairDraft } from './model'

/** Says where items stand, so that our team finds them. */
export function saveItemsAddress(id: number, orderItems: number[]) {
  return unwrap(api.POST('/api/Dashboards/saveOrderItemsAddress', { body: { id, orderItems } }))
}

/** One request per product. */
export function repairsOf({ chosen, problems }: RepairDraft): components['schemas']['NewRepair'][] {
  return chosen.map((orderItemId) => {
    const { message, photos } = problemOf(problems, orderItemId)
    const images = ANGLES.flatMap((angle) => photos[angle] ?? [])
    return { requestType: requestCodes.repair, images, orderItemId, message: message.trim() }
  })
}

/** Raises all requests or none; repeated after a lost connection they are raised once. */
export async function raiseRepairs(draft: RepairDraft) {
  const data = repairsOf(draft)
  // Without the addresses of the photos, which change from hour to hour.
  const told = data.map(({ images, ...rest }) => ({ ...rest, images: images.map(({ id }) => id) }))
  const intent = `repair:${JSON.stringify(told)}`
  const headers = idempotent(intent)
  const made = await unwrap(api.POST('/api/Dashboards/createNewTickets', { headers, body: { data } }))
  settleIntent(intent)
  return made
}
