import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { m } from '#/copy'
import { NotDone } from '#/kit/NotDone'
import { saveFile } from '#/platform/save-file'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { novationAgreement } from './queries'

/** The agreement of a transfer, to print and sign; both owners get the same one. */
export function NovationAgreement({ ticketId }: { ticketId: string }) {
  const fetching = useMutation({
    mutationFn: () => novationAgreement(ticketId),
    meta: { asks: true },
    onSuccess: (pdf) => saveFile(pdf, `novation-agreement-${ticketId}.pdf`),
    onError: ({ message }) => toast.error(message), // for who has gone on meanwhile
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button compact variant="secondary" busy={fetching.isPending} onClick={() => fetching.mutate()}>
        <FileDown aria-hidden="true" className="size-5" />
        {m.transfers_agreement_download()}
      </Button>
      <NotDone error={fetching.error} busy={fetching.isPending} onRetry={() => fetching.mutate()} />
    </div>
  )
}
