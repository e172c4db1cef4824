import type { ReactNode } from 'react'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { isDirectLogin } from '#/state/session'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { ProgressBar } from '#/ui/ProgressBar'
import { documentName, reasonOf } from '../words'
import { CancelKyc } from './CancelKyc'
import { Declined } from './Declined'
import { DocChecklist } from './DocChecklist'
import { NameDiffers } from './NameDiffers'
import { PartialOffer } from './PartialOffer'
import { Reasons } from './Reasons'

interface KycStateProps {
  completion: CompletionStatus
}

/** The state of the verification, the next step and all its documents. */
export function KycState({ completion }: KycStateProps) {
  return (
    <div className="grid gap-5">
      <Standing completion={completion} />
      <NameDiffers completion={completion} />
      <DocChecklist completion={completion} />
      {!isDirectLogin() && <Ways completion={completion} />}
    </div>
  )
}

function Standing({ completion }: KycStateProps): ReactNode {
  switch (completion.status) {
    case 'approved':
      return (
        <Notice tone="success" title={m.kyc_completed()}>
          {m.kyc_completed_text()}
        </Notice>
      )
    case 'partially_approved':
      return (
        <Notice tone="success" title={m.kyc_completed()}>
          {m.kyc_partly_text()}
        </Notice>
      )
    case 'partial_offered':
      return <PartialOffer completion={completion} />
    case 'evaluating':
      return (
        <Notice tone="due" title={m.kyc_evaluating()}>
          {m.kyc_evaluating_text()}
        </Notice>
      )
    case 'in_review':
      return (
        <Notice tone="due" title={m.kyc_in_review()}>
          <p>{m.kyc_in_review_text()}</p>
          <Reasons completion={completion} />
        </Notice>
      )
    case 'declined':
      return <Declined completion={completion} action={completion.canChangeProfession && <Start />} />
    case 'cancelled':
      return (
        <Notice title={m.kyc_cancelled()} action={<Start />}>
          {m.kyc_cancelled_text()}
        </Notice>
      )
    case 'not_started':
      return (
        <Notice tone="due" title={m.kyc_pending()} action={<Start />}>
          {m.kyc_pending_text()}
        </Notice>
      )
    case 'in_progress':
      return <InProgress completion={completion} />
  }
}

/** Agents can only look. Only the customer can start the verification. */
function Start() {
  if (isDirectLogin()) return null
  return (
    <LinkButton to="/kyc/documents/{-$profession}" compact>
      {m.kyc_start()}
    </LinkButton>
  )
}

function InProgress({ completion }: KycStateProps) {
  const { document, kycDocuments } = completion.currentDocument
  const next = kycDocuments.find((other) => other.document === document)
  const percent = completion.percentage
  const why = reasonOf(next?.reason)
  const action = next && (
    <LinkButton to="/kyc/documents/{-$profession}" search={{ document: next.document }} compact>
      {m.kyc_go_on({ document: documentName(next.document, next.label) })}
    </LinkButton>
  )
  return (
    <Notice tone={next?.status === 'rejected' ? 'danger' : 'due'} title={m.kyc_pending()} action={action}>
      <div className="grid gap-2">
        <p>{why || m.kyc_pending_text()}</p>
        <ProgressBar label={m.kyc_progress()} percent={percent} />
        <p>{m.kyc_percent_done({ percent })}</p>
      </div>
    </Notice>
  )
}

function Ways({ completion }: KycStateProps) {
  const { status, canChangeProfession, currentDocument } = completion
  const chosen = currentDocument.kycDocuments.length > 0
  return (
    <div className="flex flex-wrap gap-3">
      {canChangeProfession && chosen && (
        <LinkButton to="/kyc/documents/{-$profession}" search={{ document: 'profession' }} variant="secondary" compact>
          {m.kyc_change_profession()}
        </LinkButton>
      )}
      {mayCancel(status) && <CancelKyc completion={completion} />}
    </div>
  )
}

function mayCancel(status: CompletionStatus['status']): boolean {
  return status === 'in_progress' || status === 'evaluating' || status === 'partial_offered' || status === 'in_review'
}
