import { m } from '#/copy'
import { SubscriptionList } from '#/features/subscriptions/components/SubscriptionList'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function ClosedSubscriptionsPage() {
  const active = (
    <LinkButton to="/my-subscriptions/active-subscriptions" variant="quiet" compact>
      {m.subscriptions_see_active()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={active}>{m.subscriptions_closed_title()}</PageTitle>
      <SubscriptionList status="closed" />
    </>
  )
}
