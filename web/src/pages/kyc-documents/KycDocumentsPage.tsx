import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import type { CompletionStatus, KycData } from '#/api/kyc'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { DocChecklist } from '#/features/kyc/components/DocChecklist'
import { DocumentScreen } from '#/features/kyc/components/DocumentScreen'
import { FromDigilocker } from '#/features/kyc/components/FromDigilocker'
import { ProfessionPick } from '#/features/kyc/components/ProfessionPick'
import { isOpen, professionOf } from '#/features/kyc/model'
import { completionQuery, kycDataQuery } from '#/features/kyc/queries'
import { professionName } from '#/features/kyc/words'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { isDirectLogin } from '#/state/session'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { PageTitle } from '#/ui/PageTitle'
import { SkeletonList } from '#/ui/Skeleton'
import { slugOfType, typeOfSlug } from './address'

const from = '/_full/kyc/documents/{-$profession}'

/**
 * The KYC documents. The address decides what is shown: the choice of profession, the list, or one document.
 */
export function KycDocumentsPage() {
  const customer = useCustomerId()
  const data = useQuery(kycDataQuery(customer))
  const completion = useQuery(completionQuery(customer))
  const pending = <SkeletonList label={m.kit_loading()} rows={5} />
  const isHere = data.data !== undefined && completion.data !== undefined
  return (
    <>
      {!isHere && <Title />}
      <QueryContent query={data} pending={pending} failed={m.kyc_failed()} age={null}>
        {(known) => (
          <QueryContent query={completion} pending={pending} failed={m.kyc_failed()} age={dataAge}>
            {(status) => <Shown data={known} completion={status} />}
          </QueryContent>
        )}
      </QueryContent>
    </>
  )
}

interface ShownProps {
  data: KycData
  completion: CompletionStatus
}

function Shown({ data, completion }: ShownProps) {
  const { from: provider, document: named, ...brought } = useSearch({ strict: false })
  const asked = provider === 'bank' ? 'bankDocDetails' : named
  const { profession: slug } = useParams({ from })
  if (provider === 'digilocker' && !isDirectLogin()) {
    return <FromDigilocker query={new URLSearchParams(brought as Record<string, string>).toString()} />
  }
  const chosen = professionOf(data)
  const wanted = slug ? typeOfSlug(slug) : undefined
  // A cancelled or declined verification starts again with the customer's next step.
  const isOver =
    (completion.status === 'cancelled' || completion.status === 'declined') && completion.canChangeProfession
  const choosing = !chosen || isOver || asked === 'profession' || (wanted !== undefined && wanted !== chosen.type)
  if (choosing && completion.canChangeProfession) return <Choice data={data} start={wanted ?? chosen?.type} />
  const document = completion.currentDocument.kycDocuments.find((other) => other.document === asked)
  if (!document) return <List data={data} completion={completion} refused={choosing && chosen !== undefined} />
  return (
    <DocumentScreen
      key={document.document}
      document={document}
      completion={completion}
      blockedEmailDomains={data.preloadData.blockedEmailDomains}
    />
  )
}

function Title() {
  const { productName } = useAppConfig()
  const required = (
    <a
      href={pageHref('/kyc-documents')}
      className="font-semibold text-brand-ink"
      aria-label={`${m.kyc_see_documents()}, ${productName}`}
    >
      {m.kyc_see_documents()}
    </a>
  )
  return <PageTitle aside={required}>{m.kyc_documents_title()}</PageTitle>
}

function Choice({ data, start }: { data: KycData; start: number | undefined }) {
  const navigate = useNavigate()
  const onChosen = (type: number) =>
    void navigate({
      to: '/kyc/documents/{-$profession}',
      params: { profession: slugOfType(type) },
      search: {},
      replace: true,
    })
  return (
    <>
      <Title />
      {isDirectLogin() ? (
        <Notice>{m.kyc_agent()}</Notice>
      ) : (
        <ProfessionPick types={data.preloadData.professionTypesFastkycV3} start={start} onChosen={onChosen} />
      )}
    </>
  )
}

function List({ data, completion, refused }: ShownProps & { refused: boolean }) {
  const profession = professionOf(data)
  const { document } = completion.currentDocument
  return (
    <>
      <Title />
      <div className="grid gap-5">
        {profession && (
          <p className="text-muted">
            {m.kyc_documents_of({ profession: professionName(profession.type, profession.label) })}
          </p>
        )}
        {refused && <Notice>{m.kyc_documents_no_change()}</Notice>}
        {completion.kycPending || <Notice tone="success" title={m.kyc_completed()} />}
        <DocChecklist completion={completion} />
        {document && isOpen(completion) && !isDirectLogin() ? (
          <LinkButton to="/kyc/documents/{-$profession}" search={{ document }} wide>
            {m.kyc_continue()}
          </LinkButton>
        ) : (
          <LinkButton to="/kyc" variant="secondary" wide>
            {m.kyc_see_state()}
          </LinkButton>
        )}
      </div>
    </>
  )
}
