import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { startData } from '#/app/start-data'
import { RentalInvoicePage } from '#/pages/rental-invoice/RentalInvoicePage'

export const Route = createFileRoute('/_full/my-subscriptions/{-$invoiceId}/rental-invoice')({
  loader: (opened) => {
    const { invoiceId } = opened.params
    if (invoiceId !== undefined && !/^\d+$/.test(invoiceId)) throw notFound()
    startData(opened)
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: RentalInvoicePage,
})
