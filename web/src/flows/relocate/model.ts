import type { ActiveProduct } from '#/api/dashboard'
import type { components } from '#/api/schema'
import type { Address } from '#/features/address/model'
import { CREATED, type FlowStep, PRODUCTS, type useFlow } from '#/features/requests/flow'

export type Slot = components['schemas']['Slot']

export const PICKUP_PLACE = 'choose-pickup-location'
export const NEW_PICKUP_PLACE = 'add-new-pickup-location'
export const UNSERVED = 'area-not-serviceable'
export const PICKUP_DAY = 'choose-pickup-date'
export const DROP_PLACE = 'choose-drop-location'
export const NEW_DROP_PLACE = 'add-new-drop-location'
export const DROP_DAY = 'choose-preferred-date'

/** The screens on which a new address is made; both lead to the one that says that an area is not served. */
export type NewPlaceStep = typeof NEW_PICKUP_PLACE | typeof NEW_DROP_PLACE

/** What a person has decided about moving things. */
export interface RelocateDraft {
  /** Ids of the items. */
  chosen: number[]
  /** Where the items are picked up. */
  pickupPlace?: Address
  /** Day of the pickup, YYYY-MM-DD. */
  pickup?: string
  /** The time of the pickup, in a city that has slots; the place in it is held for a while only. */
  slot?: Slot
  /** Where the items go. */
  dropPlace?: Address
  /** Day of the drop, YYYY-MM-DD. */
  drop?: string
  message: string
  /** The area that was found not to be served, and the screen on which it was. */
  unserved?: { step: NewPlaceStep; message?: string }
  /** Why the server refused something, shown where it can be mended. */
  refusal?: string
  /** The request has been raised. */
  made: boolean
}

export const startOfRelocation: RelocateDraft = { chosen: [], message: '', made: false }

/** Once the request is raised every screen stays, to say so: what it was about is gone. */
const opensOnce = (holds: (draft: RelocateDraft) => boolean) => (draft: RelocateDraft) => draft.made || holds(draft)

const hasItems = opensOnce(({ chosen }) => chosen.length > 0)
const isFetched = opensOnce((draft) => hasItems(draft) && draft.pickupPlace !== undefined)
const isDated = opensOnce((draft) => isFetched(draft) && draft.pickup !== undefined)

/** The screens and how many percent are done on each. */
export const relocateSteps = {
  [PRODUCTS]: { progress: 20, opens: () => true },
  [PICKUP_PLACE]: { progress: 40, opens: hasItems },
  [NEW_PICKUP_PLACE]: { progress: 40, opens: hasItems },
  [UNSERVED]: { progress: 40, opens: opensOnce(({ unserved }) => unserved !== undefined) },
  [PICKUP_DAY]: { progress: 60, opens: isFetched },
  [DROP_PLACE]: { progress: 80, opens: isDated },
  [NEW_DROP_PLACE]: { progress: 60, opens: isDated },
  [DROP_DAY]: { progress: 90, opens: opensOnce((draft) => isDated(draft) && draft.dropPlace !== undefined) },
  [CREATED]: { progress: 100, opens: opensOnce(() => false) },
} satisfies Record<string, FlowStep<RelocateDraft>>

export type RelocateStep = keyof typeof relocateSteps
export type RelocateFlowState = ReturnType<typeof useFlow<RelocateDraft, RelocateStep>>

/** One request is about one city: our team comes once. */
export function isOneCity(products: ActiveProduct[]): boolean {
  return new Set(products.map((product) => product.locationId)).size <= 1
}

/** The screen on which a refused relocation can be mended; none means the one that sent it. */
export function stepToMend(statusCode: number, field: unknown): RelocateStep | undefined {
  if (field === 'slotId' || field === 'cxPreferredPickupDate') return PICKUP_DAY
  if (field === 'address') return DROP_PLACE
  if (field === 'cxPreferredDeliveryDate') return undefined
  return statusCode === 409 || statusCode === 404 ? PRODUCTS : undefined
}
