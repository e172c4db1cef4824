import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function AdjustmentInvoicePage() {
  return <PageTitle>{m.invoices_adjustment_title()}</PageTitle>
}
