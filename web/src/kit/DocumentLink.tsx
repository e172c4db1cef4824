import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'

interface DocumentLinkProps {
  /** The type of the document in the URL of its page. */
  type: string
  search?: Record<string, string>
}

/** Opens a document in its printable form. */
export function DocumentLink({ type, search }: DocumentLinkProps) {
  return (
    <LinkButton compact variant="quiet" to="/print-pdf/{-$pdfType}" params={{ pdfType: type }} search={search}>
      {m.kit_see_paper()}
    </LinkButton>
  )
}
