import { useChanged } from '#/api/changed'
import type { CompletionStatus, KycDocument } from '#/api/kyc'
import { byAStep } from './calls'

/** What the screen of a document is given. */
export interface StepProps {
  blockedEmailDomains: string[]
  document: KycDocument
  completion: CompletionStatus
}

/** Has the verification asked for anew, after a step or a refusal; done once the answer is there. */
export function useStepTaken(): () => Promise<unknown> {
  const changed = useChanged()
  return () => changed(...byAStep)
}
