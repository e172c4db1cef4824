import { useChanged } from '#/api/changed'
import type { CompletionStatus, KycDocument } from '#/api/kyc'
import { byAStep } from './calls'

/** The props of a document's screen. */
export interface StepProps {
  blockedEmailDomains: string[]
  document: KycDocument
  completion: CompletionStatus
}

/** Refetches the verification after a step or a refusal. The promise resolves once the answer is there. */
export function useStepTaken(): () => Promise<unknown> {
  const changed = useChanged()
  return () => changed(...byAStep)
}
