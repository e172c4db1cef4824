import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { ledgersQuery } from '#/features/invoices/queries'
import { InvoicesPage } from '#/pages/invoices/InvoicesPage'

export const Route = createFileRoute('/_default/my-subscriptions/invoices')({
  loader: ({ context }) => prefetch(context, (queries, customer) => queries.prefetchQuery(ledgersQuery(customer))),
  shouldReload: false,
  component: InvoicesPage,
})
