import { useMutation } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { toast } from '#/platform/toast'
import { isDirectLogin, useSessionUser } from '#/state/session'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { takeNameOfPan } from '../calls'
import { toastProblem } from '../problem-toast'
import { useStepTaken } from '../step'

/**
 * The account's name differs from the PAN card's. If it nearly matches, the customer can adopt the card's
 * name. If it is another person's name, the customer can replace the card.
 */
export function NameDiffers({ completion: { panDetails } }: { completion: CompletionStatus }) {
  const customer = useCustomerId()
  const own = useSessionUser()?.fullName ?? ''
  const taken = useStepTaken()
  const name = panDetails?.name
  const rename = useMutation({
    mutationFn: () => takeNameOfPan(customer),
    onSuccess: async ({ fullName }) => {
      toast.success(m.kyc_name_taken({ name: fullName }))
      await taken()
    },
    onError: toastProblem,
  })
  if (name && panDetails.nameDiffers && panDetails.replaceable) {
    return (
      <Notice tone="due" title={m.kyc_name_other()} className="wrap-anywhere">
        {m.kyc_name_other_text({ own, pan: name })}
      </Notice>
    )
  }
  if (!panDetails?.nameMismatch || !name) return null
  const action = !isDirectLogin() && (
    <Button compact busy={rename.isPending} onClick={() => rename.mutate()}>
      {m.kyc_name_take()}
    </Button>
  )
  return (
    <div className="grid gap-3">
      <Notice tone="due" title={m.kyc_name_differs()} action={action} className="wrap-anywhere">
        {m.kyc_name_differs_text({ own, pan: name })}
      </Notice>
      <ActionError error={rename.error} busy={rename.isPending} onRetry={() => rename.mutate()} />
    </div>
  )
}
