import { createFileRoute } from '@tanstack/react-router'
import { RentalInvoicePage } from '#/pages/rental-invoice/RentalInvoicePage'

export const Route = createFileRoute('/_full/my-subscriptions/{-$invoiceId}/rental-invoice')({
  component: RentalInvoicePage,
})
