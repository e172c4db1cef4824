import { CREATED, type FlowStep, PRODUCTS, type useFlow } from '#/features/requests/flow'
import type { Upload } from '#/features/uploads/send'

export const TOTAL_STEPS = 2

/** Photos per product, each from an angle of its own. */
export const ANGLES = [0, 1, 2] as const

/** What is wrong with one product. */
export interface Problem {
  message: string
  /** By angle. */
  photos: Readonly<Record<number, Upload>>
}

export interface RepairDraft {
  /** Ids of the items. */
  chosen: number[]
  /** Id of the address where they stand. */
  placeId?: number
  /** By id of the item. */
  problems: Readonly<Record<number, Problem>>
  /** How many products may be opened: the first ones, up to the one that is being described. */
  unlocked: number
  /** The area that was found not to be served. */
  unserved?: { message?: string }
  /** Why the server refused something, shown where it can be mended. */
  refusal?: string
  made: boolean
}

export const startOfRepair: RepairDraft = { chosen: [], problems: {}, unlocked: 1, made: false }

export const PLACE = 'confirm-your-location'
export const NEW_PLACE = 'add-new-location'
export const UNSERVED = 'area-not-serviceable'
export const PROBLEMS = 'repair-request-step-2'

const hasItems = ({ chosen }: RepairDraft) => chosen.length > 0

export const repairSteps = {
  [PRODUCTS]: { progress: 1, opens: () => true },
  [PLACE]: { progress: 1, opens: hasItems },
  [NEW_PLACE]: { progress: 1, opens: hasItems },
  [UNSERVED]: { progress: 1, opens: ({ unserved }: RepairDraft) => unserved !== undefined },
  [PROBLEMS]: { progress: 2, opens: (draft: RepairDraft) => hasItems(draft) && draft.placeId !== undefined },
  [CREATED]: { progress: 2, opens: ({ made }: RepairDraft) => made },
} satisfies Record<string, FlowStep<RepairDraft>>

export type RepairStep = keyof typeof repairSteps
export type RepairFlowState = ReturnType<typeof useFlow<RepairDraft, RepairStep>>

const NOTHING: Problem = { message: '', photos: {} }

export function problemOf(problems: RepairDraft['problems'], id: number): Problem {
  return problems[id] ?? NOTHING
}

export type Lack = 'message' | 'photos'

/** What is missing to have a product repaired. */
export function lacks({ message, photos }: Problem): Lack[] {
  const missing: Lack[] = []
  if (message.trim() === '') missing.push('message')
  if (Object.keys(photos).length === 0) missing.push('photos')
  return missing
}
