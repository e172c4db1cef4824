import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Confirm } from '#/kit/Dialog'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { acceptPartialApproval } from '../calls'
import { missingFor } from '../model'
import { toastProblem } from '../problem-toast'
import { useStepTaken } from '../step'
import { documentName } from '../words'
import { Reasons } from './Reasons'

/** One proof is missing. The customer adds it or, after a confirmation, accepts a final partial approval. */
export function PartialOffer({ completion }: { completion: CompletionStatus }) {
  const taken = useStepTaken()
  const [asking, setAsking] = useState(false)
  const accept = useMutation({
    mutationFn: () => acceptPartialApproval().then(taken),
    onError: toastProblem,
    onSettled: () => setAsking(false),
  })
  const missing = missingFor(completion)
  const name = missing && documentName(missing.document, missing.label)
  return (
    <div className="grid gap-3">
      <Notice tone="due" title={m.kyc_partial_offered()}>
        <div className="grid gap-2">
          <p>{m.kyc_partial_text()}</p>
          <Reasons completion={completion} />
        </div>
      </Notice>
      <ActionError error={accept.error} busy={accept.isPending} onRetry={() => accept.mutate()} />
      {!isDirectLogin() && (
        <div className="button-pair">
          <Button wide busy={accept.isPending} onClick={() => setAsking(true)}>
            {m.kyc_partial_accept()}
          </Button>
          {missing && (
            <LinkButton
              to="/kyc/documents/{-$profession}"
              search={{ document: missing.document }}
              variant="secondary"
              wide
            >
              {m.kyc_partial_add({ document: name ?? '' })}
            </LinkButton>
          )}
        </div>
      )}
      <Confirm
        open={asking}
        title={m.kyc_partial_title()}
        confirmLabel={m.kyc_partial_accept()}
        cancelLabel={m.kyc_partial_not()}
        busy={accept.isPending}
        onConfirm={() => accept.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {m.kyc_partial_after()} <strong>{name}</strong>
        </p>
      </Confirm>
    </div>
  )
}
