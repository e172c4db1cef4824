import type { ActiveProduct } from '#/api/dashboard'
import { newId } from '#/shared/new-id'
import type { UnsentPhoto, UnsentRepair } from '#/state/unsent-repairs'
import { ANGLES, type Problem, problemOf, type RepairDraft } from './model'

function photosOf({ photos }: Problem): UnsentPhoto[] {
  return ANGLES.flatMap((angle) => {
    const photo = photos[angle]
    if (!photo) return []
    return 'id' in photo ? { id: photo.id } : { key: newId(), file: photo.file }
  })
}

/** Whether a photo is not uploaded yet. */
export const hasLocalPhotos = ({ chosen, problems }: RepairDraft): boolean =>
  chosen.some((id) => photosOf(problemOf(problems, id)).some((photo) => 'file' in photo))

/** The repair that is stored and sent once there is a network. */
export function unsentOf(draft: RepairDraft, products: ActiveProduct[], customer: number): UnsentRepair {
  const items = products.map((product) => {
    const problem = problemOf(draft.problems, product.id)
    return { orderItemId: product.id, name: product.name, message: problem.message.trim(), photos: photosOf(problem) }
  })
  return { key: newId(), customer, at: Date.now(), addressId: draft.placeId ?? 0, items }
}
