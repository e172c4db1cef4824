import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function ClosedSubscriptionsPage() {
  return <PageTitle>{m.subscriptions_closed_title()}</PageTitle>
}
