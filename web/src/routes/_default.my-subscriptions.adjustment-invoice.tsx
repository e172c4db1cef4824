import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { ledgersQuery } from '#/features/invoices/queries'
import { AdjustmentInvoicePage } from '#/pages/adjustment-invoice/AdjustmentInvoicePage'

export const Route = createFileRoute('/_default/my-subscriptions/adjustment-invoice')({
  loader: ({ context }) => prefetch(context, (queries, customer) => queries.prefetchQuery(ledgersQuery(customer))),
  shouldReload: false,
  component: AdjustmentInvoicePage,
})
