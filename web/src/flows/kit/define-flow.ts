import type { ComponentType } from 'react'
import type { Address } from '#/api/addresses'
import type { FlowName } from '#/kit/flow-names'

/** The first screen of every flow, mostly where items are chosen. The URL names only later screens. */
export const PRODUCTS = 'products'
/** The last screen of every flow: the request is done. */
export const CREATED = 'request-created-successfully'

/** What every flow keeps of the customer's choices. */
export interface FlowDraft {
  /** Ids of the items. */
  chosen: number[]
  /** Addresses that were created in the flow. They are saved once the request is raised. */
  added?: Address[]
  /** The live requests that were taken back for this one. They stay so, even if this one is not raised. */
  takenBack?: string[]
}

interface StepProgress<Draft> {
  /** Its number in "Step 2 of 5", or the percentage that is done. */
  progress: number
  /** Whether the draft has what this screen needs. Otherwise the flow is closed. */
  opens(draft: Draft): boolean
}

interface OwnScreen<Draft, Step extends string, Made> {
  Screen: ComponentType<{ flow: Flow<Draft, Step, Made> }>
}

interface SameScreen<Draft, Step extends string> {
  /** The step whose screen stays below this one, with everything typed into it. */
  on(draft: Draft): Step | undefined
}

/** One screen of a flow. */
export type FlowStep<Draft, Step extends string, Made> = StepProgress<Draft> &
  (OwnScreen<Draft, Step, Made> | SameScreen<Draft, Step>)

/** A flow as data. `Made` is the server's response once the request is raised. */
export interface FlowDefinition<Draft, Step extends string, Made = object> {
  /** The value of `requestType` in the URL. */
  name: FlowName
  title(): string
  /** The draft before anything was chosen. It must be the same object each time. */
  start: Draft
  /** The number of steps. Without it, the progress is a ring with a percentage. */
  total?: number
  steps: Record<Step, FlowStep<Draft, Step, Made>>
  /**
   * The step where a refusal is fixed, by the field that the server names.
   * If an item is gone or taken, the customer fixes it at the items.
   */
  mends?: Readonly<Record<string, Step>>
  /** The screen once the request is raised. Only `made` is left, so that Back cannot raise it again. */
  Created: ComponentType<{ flow: Flow<Draft, Step, Made>; made: Made }>
  /** Something else has the screen for now. The flow waits and keeps all choices. */
  useWaits?(): boolean
}

/** What the customer is told when something cannot be done, and where they can fix it. */
export interface Refused<Draft, Step extends string> {
  /** Without a message, the screen that follows says enough. */
  message?: string
  /** The screen where the customer can fix it. The default is the current one. */
  step?: Step
  /** The parts of the draft that are not valid any more, with their new values. */
  change?: Partial<Draft>
  /** The message is a toast and does not stand on the screen. */
  isToast?: boolean
  /** The ticket id of the request that is in the way. */
  ticketId?: string
  /** Sends the same request again, if no answer came. */
  again?(): void
}

export interface Leaving {
  proceed(): void
  reset(): void
}

/**
 * The state of a flow, and what its screens can do with it.
 * Once it is closed, `refuse`, `go` and `finish` do nothing, so that nobody who left it is called back.
 */
export interface Flow<Draft, Step extends string, Made = object> {
  definition: FlowDefinition<Draft, Step, Made>
  /** The screen to draw. Undefined while the URL names one that the draft cannot fill. */
  step: Step | typeof CREATED | undefined
  draft: Draft
  made: Made | undefined
  /** Why the server refused, on the screen where it can be fixed. It stays until something changes. */
  refusal: string | undefined
  /** The ticket id of the request that is in the way. */
  refusedFor: string | undefined
  /** Sends the request again, if no answer came. It is the same intent, so it is done once. */
  tryAgain: (() => void) | undefined
  /** Changes the draft, because the customer has chosen something else. */
  change(part: Partial<Draft>): void
  refuse(refused: Refused<Draft, Step>): void
  /** Shows another screen. The browser's Back returns from it. */
  go(next: Step): void
  /** Goes one screen back. */
  back(): void
  finish(made: Made): Promise<void>
  /** What the close button does. Once the request is raised, it leads home. */
  close(): void
  /** Leaves without asking, because the customer has just said so on the screen. */
  leave(how?: () => void): void
  /** The question before a customer leaves a flow with choices. */
  leaving: Leaving | undefined
}

/** Lets the compiler check that the parts of a flow fit each other. */
export function defineFlow<Draft extends FlowDraft, Step extends string, Made extends object = object>(
  definition: FlowDefinition<Draft, Step, Made>,
): FlowDefinition<Draft, Step, Made> {
  return definition
}

/** Whether items were chosen, which most screens need. */
export const hasItems = ({ chosen }: FlowDraft) => chosen.length > 0

/**
 * The kinds of data that raising a request, or taking one back, changes: a closure bills its charge and
 * says how the refund goes, an extension moves the end of the tenure, and addresses that were created in the
 * flow are kept.
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
