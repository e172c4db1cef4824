import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function ActiveSubscriptionsPage() {
  return <PageTitle>{m.subscriptions_active_title()}</PageTitle>
}
