import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { ClosedSubscriptionsPage } from '#/pages/closed-subscriptions/ClosedSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/closed-subscriptions')({
  loader: startData,
  shouldReload: false,
  component: ClosedSubscriptionsPage,
})
