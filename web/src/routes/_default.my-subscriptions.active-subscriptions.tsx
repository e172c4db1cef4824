import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { ActiveSubscriptionsPage } from '#/pages/active-subscriptions/ActiveSubscriptionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/active-subscriptions')({
  loader: startData,
  shouldReload: false,
  component: ActiveSubscriptionsPage,
})
