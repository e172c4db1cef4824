import { createFileRoute } from '@tanstack/react-router'
import { ActiveSubscriptionsPage } from '#/pages/active-subscriptions/ActiveSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/active-subscriptions')({
  component: ActiveSubscriptionsPage,
})
