import * as v from 'valibot'
import type { Upload } from '#/api/photos'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import type { Flow, PRODUCTS } from '../kit/define-flow'
import type { NewPlaceDraft, UNSERVED } from '../location/model'

/** The photos of a product, each from another angle. */
export const ANGLES = [0, 1, 2] as const

/** The longest description that the server accepts. */
export const MESSAGE_MAX_LENGTH = 500

/** What is wrong with one product. */
export interface Problem {
  message: string
  /** By angle. */
  photos: Readonly<Record<number, Upload | LocalPhoto>>
}

/** A photo that waits for a network. Its URL works only on this page. */
export interface LocalPhoto {
  file: File
  url: string
}

export interface RepairDraft extends NewPlaceDraft<typeof NEW_PLACE> {
  /** The id of the address where the items are. 0 means the address that the server knows, used offline. */
  placeId?: number
  /** By id of the item. */
  problems: Readonly<Record<number, Problem>>
  /** How many products may be opened, counted from the first one to the one being described. */
  unlocked: number
}

export const PLACE = 'confirm-your-location'
export const NEW_PLACE = 'add-new-location'
export const PROBLEMS = 'repair-request-step-2'

export type RepairStep = typeof PRODUCTS | typeof PLACE | typeof NEW_PLACE | typeof UNSERVED | typeof PROBLEMS

/** `unsent` is the key of the repair that waits on this device instead. */
export type RepairsMade = Pick<components['schemas']['TicketsMade'], 'tickets'> & { unsent?: string }

export type RepairFlow = Flow<RepairDraft, RepairStep, RepairsMade>

/** A file does not survive a reload of the page. */
const isThere = (photo: Upload | LocalPhoto) => 'id' in photo || photo.file instanceof File

const NOTHING: Problem = { message: '', photos: {} }

export function problemOf(problems: RepairDraft['problems'], id: number): Problem {
  const { message, photos } = problems[id] ?? NOTHING
  return { message, photos: Object.fromEntries(Object.entries(photos).filter(([, photo]) => isThere(photo))) }
}

interface Earlier {
  /** The items of the earlier repair that the customer still has. */
  chosen: number[]
  /** The message of the earlier repair. */
  message: string
  placeId?: number
}

/**
 * The draft that repeats an earlier repair.
 * Photos are not copied, because new ones must show the current state.
 */
export function onceMore({ chosen, message, placeId }: Earlier): Pick<RepairDraft, 'chosen' | 'problems' | 'placeId'> {
  const problem: Problem = { message: message.slice(0, MESSAGE_MAX_LENGTH), photos: {} }
  return { chosen, placeId, problems: Object.fromEntries(chosen.map((id) => [id, problem])) }
}

/** What one product needs: a description, at least one uploaded photo, and no upload in progress. */
export const problemSchema = v.object({
  message: v.pipe(v.string(), v.trim(), v.nonEmpty(m.repair_message_missing)),
  photos: v.pipe(v.number(), v.minValue(1, m.repair_photos_missing)),
  onTheWay: v.pipe(v.number(), v.maxValue(0, m.repair_wait_for_photos)),
})

export type ProblemAnswers = v.InferInput<typeof problemSchema>

/** The problem as the form validates it. Photos in progress count as photos. */
export function answersOf({ message, photos }: Problem, onTheWay: number): ProblemAnswers {
  return { message, photos: Object.keys(photos).length + onTheWay, onTheWay }
}
