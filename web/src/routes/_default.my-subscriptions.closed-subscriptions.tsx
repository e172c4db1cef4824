import { createFileRoute } from '@tanstack/react-router'
import { ClosedSubscriptionsPage } from '#/pages/closed-subscriptions/ClosedSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/closed-subscriptions')({
  component: ClosedSubscriptionsPage,
})
