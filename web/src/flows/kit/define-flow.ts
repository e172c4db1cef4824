import type { ComponentType } from 'react'
import type { Address } from '#/api/addresses'
import type { FlowName } from '#/kit/flow-names'

/** The first screen of every flow: which items is it about? The address names the later ones only. */
export const PRODUCTS = 'products'
/** The last one: what was asked for is done. */
export const CREATED = 'request-created-successfully'

/** What every flow keeps of what a person has chosen. */
export interface FlowDraft {
  /** Ids of the items. */
  chosen: number[]
  /** Addresses that were made on the way; they are saved once the request is raised. */
  added?: Address[]
}

interface StepProgress<Draft> {
  /** Its place in "Step 2 of 5", or how many percent are done. */
  progress: number
  /** Whether the draft holds what the screen is about; without it the flow is closed. */
  opens(draft: Draft): boolean
}

interface OwnScreen<Draft, Step extends string, Made> {
  Screen: ComponentType<{ flow: Flow<Draft, Step, Made> }>
}

interface SameScreen<Draft, Step extends string> {
  /** The step whose screen stays below this one, with all that was typed into it. */
  on(draft: Draft): Step | undefined
}

/** One screen of a flow. */
export type FlowStep<Draft, Step extends string, Made> = StepProgress<Draft> &
  (OwnScreen<Draft, Step, Made> | SameScreen<Draft, Step>)

/** A flow as data. `Made` is what the server answers once the request is raised. */
export interface FlowDefinition<Draft, Step extends string, Made = object> {
  /** The value of requestType in the address. */
  name: FlowName
  title(): string
  /** The draft before anything was chosen; the same object each time. */
  start: Draft
  /** How many steps are counted; without it the progress is a ring of percent. */
  total?: number
  steps: Record<Step, FlowStep<Draft, Step, Made>>
  /** Where a refusal is mended, by the field that the server names; what is gone or taken is mended at the items. */
  mends?: Readonly<Record<string, Step>>
  /** Said once it is done. Only what was made is left of the flow, so that Back cannot raise it again. */
  Created: ComponentType<{ flow: Flow<Draft, Step, Made>; made: Made }>
  /** Something else has the screen for now; the flow waits with all that was chosen. */
  useWaits?(): boolean
}

/** What a person is told when something cannot be done, and where they can mend it. */
export interface Refused<Draft, Step extends string> {
  /** Without one the screen that follows says enough. */
  message?: string
  /** The screen on which it is mended; without one the present one. */
  step?: Step
  /** What does not hold any more. */
  change?: Partial<Draft>
  /** It is said where it stands alone, without a toast. */
  quiet?: boolean
  /** The request that stands in the way, by its ticket id. */
  ticketId?: string
  /** Sends the same once more, where no answer came. */
  again?(): void
}

export interface Leaving {
  proceed(): void
  reset(): void
}

/**
 * Where a flow stands, and what its screens do with it. Once it is closed `refuse`, `go` and `finish` do nothing: whoever
 * has left it is not called back.
 */
export interface Flow<Draft, Step extends string, Made = object> {
  definition: FlowDefinition<Draft, Step, Made>
  /** The screen to draw; none while the address names one that the draft cannot fill. */
  step: Step | typeof CREATED | undefined
  draft: Draft
  made: Made | undefined
  /** Why the server did not do it, where it can be mended: until something changes. */
  refusal: string | undefined
  /** The request that stands in the way of it, by its ticket id. */
  refusedFor: string | undefined
  /** Sends it once more, where no answer came; the same intent, so that it is done once. */
  tryAgain: (() => void) | undefined
  /** The person has chosen something else. */
  change(part: Partial<Draft>): void
  refuse(refused: Refused<Draft, Step>): void
  /** Shows another screen; the browser's Back comes back. */
  go(next: Step): void
  /** One screen back. */
  back(): void
  finish(made: Made): Promise<void>
  /** What the close button does: once the request is raised it leads home. */
  close(): void
  /** Leaves without asking: the person has just said so on the screen. */
  leave(how?: () => void): void
  /** The question that stands between a flow and leaving it. */
  leaving: Leaving | undefined
}

/** Checks that a flow's parts fit each other. */
export function defineFlow<Draft extends FlowDraft, Step extends string, Made extends object = object>(
  definition: FlowDefinition<Draft, Step, Made>,
): FlowDefinition<Draft, Step, Made> {
  return definition
}

/** Whether items were chosen: what most screens need. */
export const hasItems = ({ chosen }: FlowDraft) => chosen.length > 0

/**
 * What raising a request, or taking one back, changes: a closure bills its charge and says how the refund goes, an
 * extension moves the end of the tenure, and addresses that were made on the way are kept.
 */
export const byARequest = [
  'requests',
  'dashboard',
  'addresses',
  'subscriptions',
  'invoices',
  'deposit',
  'wallet',
  'refund',
  'extension',
  'closure-amounts',
] as const
