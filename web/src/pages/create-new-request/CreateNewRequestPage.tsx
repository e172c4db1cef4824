import { m } from '#/copy'
import { RequestOffers } from '#/features/requests/RequestOffers'
import { PageTitle } from '#/ui/PageTitle'

export function CreateNewRequestPage() {
  return (
    <>
      <PageTitle>{m.create_request_title()}</PageTitle>
      <div className="rounded-card bg-surface p-3">
        <RequestOffers />
      </div>
    </>
  )
}
