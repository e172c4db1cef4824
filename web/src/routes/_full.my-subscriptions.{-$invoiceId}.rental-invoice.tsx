import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { RentalInvoicePage } from '#/pages/rental-invoice/RentalInvoicePage'

export const Route = createFileRoute('/_full/my-subscriptions/{-$invoiceId}/rental-invoice')({
  loader: ({ params }) => {
    if (params.invoiceId !== undefined && !/^\d+$/.test(params.invoiceId)) throw notFound()
  },
  notFoundComponent: NotFoundPage,
  component: RentalInvoicePage,
})
