import { m } from '#/copy'
import { Amount } from '#/ui/Amount'

/** What goes back, above the ways to get it. */
export function DepositAmount({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return null
  return (
    <p className="flex items-baseline justify-between gap-4 rounded-row bg-sunken px-4 py-3">
      <span className="text-muted">{m.refund_deposit()}</span>
      <Amount value={amount} />
    </p>
  )
}
