import type { CompletionStatus } from '#/api/kyc'
import { reasonIn } from '../words'

interface ReasonsProps {
  completion: CompletionStatus
}

/** The reasons of the decision, without repeats. */
export function Reasons({ completion }: ReasonsProps) {
  const reasons = [...new Set(completion.evalResponse?.reasons.map((reason) => reasonIn(completion, reason)))]
  if (reasons.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
