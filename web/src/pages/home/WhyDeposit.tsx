import { CircleHelp } from 'lucide-react'
import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'

/** The statement of the deposit tells how its balance came about. */
export function WhyDeposit() {
  return (
    <LinkButton to="/my-subscriptions/transactions" search={{ tab: 'deposit' }} variant="quiet" wide>
      <CircleHelp aria-hidden="true" className="size-5" />
      {m.invoices_why_title()}
    </LinkButton>
  )
}
