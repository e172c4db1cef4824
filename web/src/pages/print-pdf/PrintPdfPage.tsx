import { m } from '#/copy'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'

export function PrintPdfPage() {
  const invoices = <LinkButton to="/my-subscriptions/invoices">{m.shell_invoices()}</LinkButton>
  return <EmptyState as="h1" art={<EmptyShelfArt />} title={m.invoices_print_title()} action={invoices} />
}
