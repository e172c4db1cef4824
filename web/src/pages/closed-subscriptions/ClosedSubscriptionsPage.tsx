import { activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { SubscriptionList } from '#/features/subscriptions/components/SubscriptionList'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function ClosedSubscriptionsPage() {
  const { data } = useDashboard()
  const active = (
    <LinkButton to="/my-subscriptions/active-subscriptions" variant="quiet" compact>
      {m.subscriptions_see_active()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={activeProducts(data).length > 0 && active}>{m.subscriptions_closed_title()}</PageTitle>
      <SubscriptionList status="closed" />
    </>
  )
}
