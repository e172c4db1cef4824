import type { components } from '#/api/schema'
import type { Address } from '#/features/address/model'
import type { Flow } from '../kit/define-flow'
import { hasItems, type PRODUCTS } from '../kit/define-flow'
import type { NewPlaceDraft, UNSERVED } from '../location/model'

export type Slot = components['schemas']['Slot']

export const PICKUP_PLACE = 'choose-pickup-location'
export const NEW_PICKUP_PLACE = 'add-new-pickup-location'
export const PICKUP_DAY = 'choose-pickup-date'
export const DROP_PLACE = 'choose-drop-location'
export const NEW_DROP_PLACE = 'add-new-drop-location'
export const DROP_DAY = 'choose-preferred-date'

/**
 * The steps where a new address is entered. Both can lead to the step that says that the area is not served.
 */
export type NewPlaceStep = typeof NEW_PICKUP_PLACE | typeof NEW_DROP_PLACE

/** What the customer has chosen so far in the relocation. */
export interface RelocateDraft extends NewPlaceDraft<NewPlaceStep> {
  /** Where the items are picked up. */
  pickupPlace?: Address
  /** The day of the pickup, YYYY-MM-DD. */
  pickup?: string
  /** The slot of the pickup, in a city with slots. The place in it is held only for a while. */
  slot?: Slot
  /** Where the items go. */
  dropPlace?: Address
  /** The day of the delivery, YYYY-MM-DD. */
  drop?: string
  message: string
}

export const isFetched = (draft: RelocateDraft) => hasItems(draft) && draft.pickupPlace !== undefined
export const isDated = (draft: RelocateDraft) => isFetched(draft) && draft.pickup !== undefined

export type RelocateStep =
  | typeof PRODUCTS
  | typeof PICKUP_PLACE
  | typeof UNSERVED
  | typeof PICKUP_DAY
  | typeof DROP_PLACE
  | typeof DROP_DAY
  | NewPlaceStep

/** The raised relocation, with its days, YYYY-MM-DD. */
export type RelocationMade = components['schemas']['TicketMade'] & { pickup?: string; drop?: string }

export type RelocateFlow = Flow<RelocateDraft, RelocateStep, RelocationMade>
