import { createFileRoute } from '@tanstack/react-router'
import { AllRequestsPage } from '#/pages/all-requests/AllRequestsPage'

export const Route = createFileRoute('/_default/my-subscriptions/all-requests')({ component: AllRequestsPage })
