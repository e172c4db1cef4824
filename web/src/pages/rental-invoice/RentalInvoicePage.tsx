import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { InvoiceDocument } from '#/features/invoices/components/InvoiceDocument'
import { invoiceQuery } from '#/features/invoices/queries'
import { typeWord } from '#/features/invoices/words'
import { PayDues } from '#/features/payments/components/PayDues'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

/** One invoice document, titled by its type. Without an id in the address, the latest rental invoice. */
export function RentalInvoicePage() {
  const params = useParams({ from: '/_full/my-subscriptions/{-$invoiceId}/rental-invoice' })
  const invoiceId = params.invoiceId === undefined ? undefined : Number(params.invoiceId)
  const { data } = useQuery(invoiceQuery(useCustomerId(), invoiceId))
  const all = (
    <LinkButton to="/my-subscriptions/invoices" variant="quiet" compact className="print:hidden">
      {m.invoices_see_invoices()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={all}>{data ? typeWord(data.type) : m.invoices_rental_title()}</PageTitle>
      <InvoiceDocument invoiceId={invoiceId} pay={<PayDues />} />
    </>
  )
}
