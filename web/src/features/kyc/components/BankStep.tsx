import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { KycDocument } from '#/api/kyc'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Confirm } from '#/kit/Dialog'
import { InlineError } from '#/kit/InlineError'
import { RetryButton } from '#/kit/LoadError'
import { leave } from '#/platform/leave'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { netBankingLink, type Statement, sendStatement, skipBankDetails } from '../calls'
import type { Prediction } from '../prediction'
import { toastProblem } from '../problem-toast'
import { type StepProps, useStepTaken } from '../step'
import { PredictionWait } from './PredictionWait'
import { StatementPassword } from './StatementPassword'
import { UploadField } from './UploadField'

/** The bank statement, from the bank itself or as a PDF. The customer waits while it is read. */
export function BankStep({ document }: StepProps) {
  const taken = useStepTaken()
  const { from, success } = useSearch({ strict: false })
  const [ended, setEnded] = useState<Exclude<Prediction, 'done'>>()
  const statement = statementOf(document)
  // When the customer returns from their bank, asking for the prediction starts the reading.
  const isBack = from === 'bank' && success !== 'false' && isWaiting(document) && document.source === 'netbanking'
  const isRead = document.status === 'processing' || isBack
  const end = (prediction: Prediction) => {
    if (prediction !== 'done') {
      setEnded(prediction)
      toast.error(troubleOf(prediction))
    }
    void taken()
  }
  if (isRead && statement && !ended) return <PredictionWait statement={statement} onEnd={end} />
  const trouble = ended && troubleOf(ended)
  if (isRead)
    return <InlineError action={<RetryButton compact onClick={() => setEnded(undefined)} />}>{trouble}</InlineError>
  return (
    <div className="grid gap-4">
      <InlineError>{trouble}</InlineError>
      {isWaiting(document) && document.source === 'pdf' && statement && (
        <StatementPassword statement={statement} onTaken={() => setEnded(undefined)} />
      )}
      <NetBanking />
      <UploadField
        label={m.kyc_bank_pdf()}
        hint={m.kyc_bank_pdf_hint()}
        kind="pdf"
        isHere={isWaiting(document) && document.source === 'pdf'}
        send={sendStatement}
        onSent={taken}
        onRefused={taken}
      />
      {document.skippable && <Skip isPartial={document.alternateAsked === true} />}
    </div>
  )
}

const troubleOf = (ended: Exclude<Prediction, 'done'>) =>
  ended === 'failed' ? m.kyc_prediction_failed() : m.kyc_upload_failed()

function statementOf({ documentId, entityId }: KycDocument): Statement | undefined {
  return documentId && entityId ? { documentId, entityId } : undefined
}

/**
 * The statement was uploaded but not read.
 * A statement that was read, but proves too little alone, has `months`.
 */
function isWaiting({ status, months }: KycDocument): boolean {
  return status === 'uploaded' && !months
}

function NetBanking() {
  const link = useMutation({
    mutationFn: netBankingLink,
    onSuccess: ({ url }) => leave.to(url),
    onError: toastProblem,
    meta: { asks: true },
  })
  return (
    <section className="grid gap-3 rounded-row bg-surface p-4">
      <h2 className="font-semibold">{m.kyc_net_banking()}</h2>
      <p className="text-muted text-support">{m.kyc_net_banking_note()}</p>
      <ActionError error={link.error} busy={link.isPending} onRetry={() => link.mutate()} />
      <Button busy={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
        {m.kyc_net_banking_go()}
      </Button>
    </section>
  )
}

/**
 * Skips the statement. If a statement was already found too thin, the customer may be verified only in part.
 * After a verified company e-mail, nothing is missing without the statement.
 */
function Skip({ isPartial }: { isPartial: boolean }) {
  const taken = useStepTaken()
  const [asking, setAsking] = useState(false)
  const skip = useMutation({
    mutationFn: () => skipBankDetails().then(taken),
    onError: toastProblem,
    onSettled: () => setAsking(false),
  })
  return (
    <div className="grid gap-3">
      <ActionError error={skip.error} busy={skip.isPending} onRetry={() => skip.mutate()} />
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {m.kyc_bank_skip()}
      </Button>
      <Confirm
        open={asking}
        title={m.kyc_bank_skip_title()}
        confirmLabel={m.kyc_bank_skip()}
        cancelLabel={m.kyc_bank_skip_not()}
        busy={skip.isPending}
        onConfirm={() => skip.mutate()}
        onCancel={() => setAsking(false)}
      >
        {isPartial ? m.kyc_bank_skip_text() : m.kyc_bank_skip_email()}
      </Confirm>
    </div>
  )
}
