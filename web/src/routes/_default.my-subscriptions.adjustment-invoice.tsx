import { createFileRoute } from '@tanstack/react-router'
import { AdjustmentInvoicePage } from '#/pages/adjustment-invoice/AdjustmentInvoicePage'

export const Route = createFileRoute('/_default/my-subscriptions/adjustment-invoice')({
  component: AdjustmentInvoicePage,
})
