import { m } from '#/copy'
import { VanArt } from '#/ui/art/VanArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function AllRequestsPage() {
  const create = (
    <LinkButton to="." search={(search) => ({ ...search, requestType: 'create-new-request' as const })}>
      {m.shell_create_request()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle>{m.requests_all_title()}</PageTitle>
      <EmptyState art={<VanArt />} title={m.requests_all_empty()} action={create} />
    </>
  )
}
