import { notFound, useParams } from '@tanstack/react-router'
import { m } from '#/copy'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'

/** Documents that the print view knows; any other type is a page that does not exist. */
const pdfTypes = ['invoice', 'rental-invoice', 'order', 'agreement']

export function PrintPdfPage() {
  const { pdfType } = useParams({ strict: false })
  if (pdfType !== undefined && !pdfTypes.includes(pdfType)) throw notFound()
  const invoices = <LinkButton to="/my-subscriptions/invoices">{m.shell_invoices()}</LinkButton>
  return <EmptyState as="h1" art={<EmptyShelfArt />} title={m.invoices_print_title()} action={invoices} />
}
