import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { AnchorButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

/** The documents that a profession has to show; none are asked for until the check begins. */
export function KycDocumentsPage() {
  const { productName } = useAppConfig()
  const action = (
    <AnchorButton
      href={pageHref('/kyc-documents')}
      variant="secondary"
      aria-label={`${m.kyc_see_documents()}, ${productName}`}
    >
      {m.kyc_see_documents()}
    </AnchorButton>
  )
  return (
    <>
      <PageTitle>{m.kyc_documents_title()}</PageTitle>
      <EmptyState art={<EmptyShelfArt />} title={m.kyc_documents_none()} action={action} />
    </>
  )
}
