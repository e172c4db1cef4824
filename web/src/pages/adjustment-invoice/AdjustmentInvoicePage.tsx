import { m } from '#/copy'
import { InvoiceList } from '#/features/invoices/components/InvoiceList'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

/** Credit notes, charges and late fees: all invoices that correct or add to the monthly rent. */
export function AdjustmentInvoicePage() {
  const all = (
    <LinkButton to="/my-subscriptions/invoices" variant="quiet" compact>
      {m.invoices_see_invoices()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={all}>{m.invoices_adjustment_title()}</PageTitle>
      <InvoiceList adjustments />
    </>
  )
}
