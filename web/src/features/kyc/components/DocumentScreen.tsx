import type { ComponentType } from 'react'
import type { DocumentKey } from '#/api/kyc'
import { m } from '#/copy'
import { InlineError } from '#/kit/InlineError'
import { useDocumentTitle } from '#/shared/use-document-title'
import { isDirectLogin } from '#/state/session'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { ProgressBar } from '#/ui/ProgressBar'
import { isOpen, mayBring, placeOf, shownStatus } from '../model'
import type { StepProps } from '../step'
import { documentName, reasonIn, reasonOf, triesLeft } from '../words'
import { BankStep } from './BankStep'
import { CardStep } from './CardStep'
import { CollegeStep } from './CollegeStep'
import { CompanyEmailStep } from './CompanyEmailStep'
import { Facts } from './Facts'
import { GovtStep } from './GovtStep'
import { GstStep } from './GstStep'
import { NameDiffers } from './NameDiffers'
import { PanStep } from './PanStep'
import { Replace } from './Replace'
import { SelfieStep } from './SelfieStep'

const steps: Record<DocumentKey, ComponentType<StepProps>> = {
  panCard: PanStep,
  govtDocDetails: GovtStep,
  profilePic: SelfieStep,
  companyEmail: CompanyEmailStep,
  gstDetails: GstStep,
  collegeName: CollegeStep,
  parentGovtDocDetails: CardStep,
  bankDocDetails: BankStep,
}

/** The screen of one document: its progress, the input and, once it is settled, what was read from it. */
export function DocumentScreen(props: StepProps) {
  const { document, completion } = props
  const { kycDocuments } = completion.currentDocument
  const step = kycDocuments.findIndex(({ document: other }) => other === document.document) + 1
  const name = documentName(document.document, document.label)
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <Title>{name}</Title>
        <p className="text-muted text-support">
          {m.kyc_step_of({ step, total: kycDocuments.length, percent: document.percentage })}
        </p>
        <ProgressBar label={m.kyc_progress()} percent={document.percentage} />
      </div>
      <Body {...props} />
      <LinkButton to="/kyc/documents/{-$profession}" search={{}} variant="quiet" compact className="justify-self-start">
        {m.kyc_all_documents()}
      </LinkButton>
    </div>
  )
}

const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

/** The heading takes the focus, so that a screen reader first announces which document this is. */
function Title({ children }: { children: string }) {
  useDocumentTitle(children)
  return (
    <h1 ref={focus} tabIndex={-1} className="font-bold text-page outline-none">
      {children}
    </h1>
  )
}

function Body(props: StepProps) {
  const { document, completion } = props
  const Step = steps[document.document]
  const why = reasonOf(document.reason)
  if (!mayBring(document, completion)) return <Settled {...props} />
  if (isDirectLogin()) return <Notice>{m.kyc_agent()}</Notice>
  return (
    <>
      {document.status === 'rejected' ? <InlineError>{why}</InlineError> : why && <Notice tone="due">{why}</Notice>}
      {document.status === 'rejected' && <p>{triesLeft(document)}</p>}
      {document.alternateAsked && document.skippable && <p>{m.kyc_bank_alternate()}</p>}
      <Step {...props} />
      {completion.status === 'partial_offered' && (
        <LinkButton to="/kyc" variant="secondary" wide>
          {m.kyc_see_state()}
        </LinkButton>
      )}
    </>
  )
}

/** Nothing can be uploaded: the document is done, it is not its turn yet, or the verification is closed. */
function Settled(props: StepProps) {
  const { document, completion } = props
  const why = reasonIn(completion, document.reason)
  const place = placeOf(document, completion)
  const status = shownStatus(document, completion)
  if (place !== 'done') {
    return (
      <>
        {status === 'rejected' && completion.status === 'declined' && <InlineError>{why}</InlineError>}
        <Onward completion={completion} notice={isOpen(completion) ? m.kyc_not_yet() : m.kyc_closed()} />
      </>
    )
  }
  return (
    <>
      {status === 'verified' && <Notice tone="success" title={m.kyc_status_verified()} />}
      {status === 'skipped' && <Notice title={m.kyc_status_skipped()} />}
      {status === 'needs_review' && (
        <Notice tone="due" title={m.kyc_status_review()}>
          {why}
        </Notice>
      )}
      <Facts document={document} />
      {document.document === 'panCard' && <NameDiffers completion={completion} />}
      <Replace key={document.documentId} {...props} />
      <Onward completion={completion} />
    </>
  )
}

/** A link to the current document or, if there is none, to the state of the verification. */
function Onward({ completion, notice }: { completion: StepProps['completion']; notice?: string }) {
  const { document } = completion.currentDocument
  return (
    <>
      {notice && <Notice>{notice}</Notice>}
      {document && isOpen(completion) ? (
        <LinkButton to="/kyc/documents/{-$profession}" search={{ document }} replace wide>
          {m.kyc_continue()}
        </LinkButton>
      ) : (
        <LinkButton to="/kyc" wide>
          {m.kyc_see_state()}
        </LinkButton>
      )}
    </>
  )
}
