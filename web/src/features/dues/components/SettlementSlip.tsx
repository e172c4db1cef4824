import type { ReactNode } from 'react'
import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { RentSlip } from '#/ui/RentSlip'

interface SettlementSlipProps {
  /** Rupees. */
  amount: number
  /** Leads to how the amount came about. */
  explain?: ReactNode
}

/** Money that goes back to the customer. */
export function SettlementSlip({ amount, explain }: SettlementSlipProps) {
  return (
    <RentSlip title={m.home_settlement_ready()} amount={amount} tone="paid" note={m.home_settlement_note()}>
      <LinkButton wide to="." search={(search) => ({ ...search, showSettlement: 'true' as const })}>
        {m.home_review()}
      </LinkButton>
      {explain && <div className="pt-2">{explain}</div>}
    </RentSlip>
  )
}
