import { CircleHelp } from 'lucide-react'
import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'

/** A link to the deposit statement, which explains the balance. */
export function WhyDeposit() {
  return (
    <LinkButton to="/my-subscriptions/transactions" search={{ tab: 'deposit' }} variant="quiet" wide>
      <CircleHelp aria-hidden="true" className="size-5" />
      {m.invoices_why_title()}
    </LinkButton>
  )
}
