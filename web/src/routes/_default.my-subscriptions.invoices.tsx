import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { InvoicesPage } from '#/pages/invoices/InvoicesPage'

export const Route = createFileRoute('/_default/my-subscriptions/invoices')({
  loader: startData,
  shouldReload: false,
  component: InvoicesPage,
})
