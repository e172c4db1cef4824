import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { prefetch } from '#/app/prefetch'
import { invoiceQuery } from '#/features/invoices/queries'
import { RentalInvoicePage } from '#/pages/rental-invoice/RentalInvoicePage'

export const Route = createFileRoute('/_full/my-subscriptions/{-$invoiceId}/rental-invoice')({
  loader({ context, params: { invoiceId } }) {
    if (invoiceId !== undefined && !/^\d+$/.test(invoiceId)) throw notFound()
    const id = invoiceId === undefined ? undefined : Number(invoiceId)
    prefetch(context, (queries, customer) => queries.prefetchQuery(invoiceQuery(customer, id)))
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: RentalInvoicePage,
})
