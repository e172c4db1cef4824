import { useMutation } from '@tanstack/react-query'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { leave } from '#/platform/leave'
import { Button } from '#/ui/Button'
import { Disclosure } from '#/ui/Disclosure'
import { digilockerUrl } from '../calls'
import { toastProblem } from '../problem-toast'
import type { StepProps } from '../step'
import { CardStep } from './CardStep'

/** DigiLocker sends the document itself. Customers without DigiLocker upload pictures. */
export function GovtStep({ document }: StepProps) {
  const digilocker = useMutation({
    mutationFn: digilockerUrl,
    onSuccess: ({ url }) => leave.to(url),
    onError: toastProblem,
    meta: { asks: true },
  })
  return (
    <div className="grid gap-4">
      <section className="grid gap-3 rounded-row bg-surface p-4">
        <h2 className="font-semibold">{m.kyc_digilocker()}</h2>
        <p className="text-muted text-support">{m.kyc_digilocker_note()}</p>
        <ActionError error={digilocker.error} busy={digilocker.isPending} onRetry={() => digilocker.mutate()} />
        <Button busy={digilocker.isPending || digilocker.isSuccess} onClick={() => digilocker.mutate()}>
          {m.kyc_digilocker_go()}
        </Button>
      </section>
      <Disclosure
        summary={m.kyc_card_upload()}
        open={document.source === 'upload'}
        className="rounded-row bg-surface px-4 py-2"
      >
        <CardStep document={document} />
      </Disclosure>
    </div>
  )
}
