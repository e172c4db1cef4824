import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Button } from '#/ui/Button'
import { PageTitle } from '#/ui/PageTitle'
import { SpinnerBlock } from '#/ui/Spinner'
import { completeDigilocker } from '../calls'
import { toastProblem } from '../problem-toast'
import { useStepTaken } from '../step'

/** The browser is back from DigiLocker. The result is sent to the server, then the document is shown. */
export function FromDigilocker({ query }: { query: string }) {
  const navigate = useNavigate()
  const taken = useStepTaken()
  const show = () => void navigate({ to: '.', search: { document: 'govtDocDetails' }, replace: true })
  const complete = useMutation({
    mutationFn: () => completeDigilocker(query),
    onSuccess: async () => {
      await taken()
      show()
    },
    onError: async (error) => {
      toastProblem(error)
      await taken()
    },
  })
  const begin = useEffectEvent(() => complete.mutate())
  useEffect(() => begin(), [])
  return (
    <>
      <PageTitle>{m.kyc_govt_document()}</PageTitle>
      {complete.error ? (
        <div className="grid gap-3">
          <ActionError error={complete.error} busy={complete.isPending} onRetry={() => complete.mutate()} />
          <Button onClick={show}>{m.kyc_continue()}</Button>
        </div>
      ) : (
        <SpinnerBlock label={m.kyc_digilocker_back()} />
      )}
    </>
  )
}
