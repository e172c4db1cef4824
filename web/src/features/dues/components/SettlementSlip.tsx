import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { RentSlip } from '#/ui/RentSlip'

/** Money that goes back to the customer. */
export function SettlementSlip({ amount }: { amount: number }) {
  return (
    <RentSlip title={m.home_settlement_ready()} amount={amount} tone="paid" note={m.home_settlement_note()}>
      <LinkButton wide to="." search={(search) => ({ ...search, showSettlement: 'true' as const })}>
        {m.home_review()}
      </LinkButton>
    </RentSlip>
  )
}
