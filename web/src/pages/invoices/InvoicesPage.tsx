import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function InvoicesPage() {
  return <PageTitle>{m.invoices_title()}</PageTitle>
}
