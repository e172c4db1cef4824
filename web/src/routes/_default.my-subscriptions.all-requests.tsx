import { createFileRoute } from '@tanstack/react-router'
import { type ActiveStatus, activeStatusOf } from '#/api/active-status'
import { startData } from '#/app/start-data'
import { AllRequestsPage } from '#/pages/all-requests/AllRequestsPage'

export const Route = createFileRoute('/_default/my-subscriptions/all-requests')({
  validateSearch: ({ activeStatus }): { activeStatus?: ActiveStatus } => ({
    activeStatus: activeStatusOf(activeStatus),
  }),
  loader: startData,
  shouldReload: false,
  component: AllRequestsPage,
})
