import type { NewRepair } from '#/api/repairs'
import { requestCodes } from '#/kit/request-kinds'
import { ANGLES, problemOf, type RepairDraft } from './model'

/** Builds one request per product. */
export function repairsOf({ chosen, placeId, problems }: RepairDraft): NewRepair[] {
  return chosen.map((orderItemId) => {
    const { message, photos } = problemOf(problems, orderItemId)
    const images = ANGLES.flatMap((angle) => {
      const photo = photos[angle]
      return photo && 'id' in photo ? photo : []
    })
    return { requestType: requestCodes.repair, images, orderItemId, addressId: placeId, message: message.trim() }
  })
}

/**
 * The identity of the requests for the idempotency key.
 * The URLs of photos change every hour, so they are left out.
 */
export function idsOnly(repairs: NewRepair[]) {
  return repairs.map(({ images, ...rest }) => ({ ...rest, images: images.map(({ id }) => id) }))
}
