import { m } from '#/copy'
import { Amount } from '#/ui/Amount'

interface DepositAmountProps {
  /** Rupees. */
  amount: number | undefined
  /** Says what the amount is, if it is not a deposit. */
  label?: string
  /** Says which part of the amount does not go to the customer. */
  note?: string
}

/** The amount of the refund, above the ways to get it. */
export function DepositAmount({ amount, label = m.refund_deposit(), note }: DepositAmountProps) {
  if (amount === undefined) return null
  return (
    <div className="grid gap-1 rounded-row bg-sunken px-4 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{label}</span>
        <Amount value={amount} />
      </p>
      {note && <p className="text-support">{note}</p>}
    </div>
  )
}
