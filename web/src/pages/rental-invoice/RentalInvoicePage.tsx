import { useParams } from '@tanstack/react-router'
import { m } from '#/copy'
import { InvoiceDocument } from '#/features/invoices/components/InvoiceDocument'
import { PayDues } from '#/features/payments/components/PayDues'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

/** One invoice; without an id in the address the latest one. */
export function RentalInvoicePage() {
  const { invoiceId } = useParams({ from: '/_full/my-subscriptions/{-$invoiceId}/rental-invoice' })
  const all = (
    <LinkButton to="/my-subscriptions/invoices" variant="quiet" compact className="print:hidden">
      {m.invoices_see_invoices()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={all}>{m.invoices_rental_title()}</PageTitle>
      <InvoiceDocument invoiceId={invoiceId === undefined ? undefined : Number(invoiceId)} pay={<PayDues />} />
    </>
  )
}
