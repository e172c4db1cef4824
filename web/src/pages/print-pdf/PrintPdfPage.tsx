import { m } from '#/copy'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'

export function PrintPdfPage() {
  const invoices = <LinkButton to="/my-subscriptions/invoices">{m.app_invoices()}</LinkButton>
  return <EmptyState as="h1" art={<EmptyShelfArt />} title={m.print_pdf_title()} action={invoices} />
}
