import type { FlowDraft } from '../kit/define-flow'

/** What a flow keeps that asks for a new address. */
export interface NewPlaceDraft<Step extends string> extends FlowDraft {
  /** The area that was found not to be served, and the screen on which it was. */
  unserved?: { step: Step; message?: string }
}

/** Says, above the form for a new address, that its area is not served. */
export const UNSERVED = 'area-not-serviceable'
