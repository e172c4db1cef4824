import type { components } from '#/api/schema'
import type { Upload } from '#/features/uploads/send'
import type { Flow, PRODUCTS } from '../kit/define-flow'
import type { NewPlaceDraft, UNSERVED } from '../location/model'

/** Photos per product, each from an angle of its own. */
export const ANGLES = [0, 1, 2] as const

/** What the server takes of a description. */
export const MESSAGE_MAX_LENGTH = 500

/** What is wrong with one product. */
export interface Problem {
  message: string
  /** By angle. */
  photos: Readonly<Record<number, Upload>>
}

export interface RepairDraft extends NewPlaceDraft<typeof NEW_PLACE> {
  /** Id of the address where they stand. */
  placeId?: number
  /** By id of the item. */
  problems: Readonly<Record<number, Problem>>
  /** How many products may be opened: the first ones, up to the one that is being described. */
  unlocked: number
}

export const PLACE = 'confirm-your-location'
export const NEW_PLACE = 'add-new-location'
export const PROBLEMS = 'repair-request-step-2'

export type RepairStep = typeof PRODUCTS | typeof PLACE | typeof NEW_PLACE | typeof UNSERVED | typeof PROBLEMS

export type RepairsMade = components['schemas']['TicketsMade']

export type RepairFlow = Flow<RepairDraft, RepairStep, RepairsMade>

const NOTHING: Problem = { message: '', photos: {} }

export function problemOf(problems: RepairDraft['problems'], id: number): Problem {
  return problems[id] ?? NOTHING
}

interface Earlier {
  /** The items of it that are still with the customer. */
  chosen: number[]
  /** What was said of them. */
  message: string
  placeId?: number
}

/** The draft of a repair that is asked for once more; photos show how it is now, so they are taken anew. */
export function onceMore({ chosen, message, placeId }: Earlier): Pick<RepairDraft, 'chosen' | 'problems' | 'placeId'> {
  const problem: Problem = { message: message.slice(0, MESSAGE_MAX_LENGTH), photos: {} }
  return { chosen, placeId, problems: Object.fromEntries(chosen.map((id) => [id, problem])) }
}

export type Lack = 'message' | 'photos'

/** What is missing to have a product repaired. */
export function lacks({ message, photos }: Problem): Lack[] {
  const missing: Lack[] = []
  if (message.trim() === '') missing.push('message')
  if (Object.keys(photos).length === 0) missing.push('photos')
  return missing
}
