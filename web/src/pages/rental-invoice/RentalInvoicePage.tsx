import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function RentalInvoicePage() {
  return <PageTitle>{m.invoices_rental_title()}</PageTitle>
}
