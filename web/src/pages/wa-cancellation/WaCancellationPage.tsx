import { m } from '#/copy'
import { VanArt } from '#/ui/art/VanArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function WaCancellationPage() {
  const home = <LinkButton to="/home">{m.errors_home()}</LinkButton>
  return (
    <>
      <PageTitle>{m.requests_cancellation_title()}</PageTitle>
      <EmptyState art={<VanArt />} title={m.requests_cancellation_empty()} action={home} />
    </>
  )
}
