import type { FlowDraft } from '../kit/define-flow'

/** The draft of a flow that can ask for a new address. */
export interface NewPlaceDraft<Step extends string> extends FlowDraft {
  /** The area that is not served, and the step where it was entered. */
  unserved?: { step: Step; message?: string }
}

/** The step that says, above the form for a new address, that the area is not served. */
export const UNSERVED = 'area-not-serviceable'
