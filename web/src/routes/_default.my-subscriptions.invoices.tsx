import { createFileRoute } from '@tanstack/react-router'
import { InvoicesPage } from '#/pages/invoices/InvoicesPage'

export const Route = createFileRoute('/_default/my-subscriptions/invoices')({ component: InvoicesPage })
