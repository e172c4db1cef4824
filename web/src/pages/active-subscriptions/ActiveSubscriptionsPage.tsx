import { m } from '#/copy'
import { SubscriptionList } from '#/features/subscriptions/components/SubscriptionList'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function ActiveSubscriptionsPage() {
  const closed = (
    <LinkButton to="/my-subscriptions/closed-subscriptions" variant="quiet" compact>
      {m.subscriptions_see_closed()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={closed}>{m.subscriptions_active_title()}</PageTitle>
      <SubscriptionList status="active" />
    </>
  )
}
