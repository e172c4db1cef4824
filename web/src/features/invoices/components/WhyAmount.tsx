import { CircleHelp } from 'lucide-react'
import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'

/** The link to the explanation of the dues. */
export function WhyAmount() {
  return (
    <LinkButton to="." search={(search) => ({ ...search, whyAmount: 'true' })} variant="quiet" wide>
      <CircleHelp aria-hidden="true" className="size-5" />
      {m.invoices_why_title()}
    </LinkButton>
  )
}
