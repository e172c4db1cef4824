import { m } from '#/copy'
import { PageTitle } from '#/ui/PageTitle'

export function TransactionsPage() {
  return <PageTitle>{m.invoices_transactions_title()}</PageTitle>
}
