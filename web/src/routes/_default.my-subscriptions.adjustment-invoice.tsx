import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { AdjustmentInvoicePage } from '#/pages/adjustment-invoice/AdjustmentInvoicePage'

export const Route = createFileRoute('/_default/my-subscriptions/adjustment-invoice')({
  loader: startData,
  shouldReload: false,
  component: AdjustmentInvoicePage,
})
