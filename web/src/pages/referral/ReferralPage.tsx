import { m } from '#/copy'
import { SofaArt } from '#/ui/art/SofaArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function ReferralPage() {
  const terms = (
    <LinkButton to="/referral/terms" variant="secondary">
      {m.referral_terms_link()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle>{m.referral_title()}</PageTitle>
      <EmptyState art={<SofaArt />} title={m.referral_empty()} action={terms} />
    </>
  )
}
