import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { age } from '#/kit/Age'
import { Loaded } from '#/kit/Loaded'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SkeletonList } from '#/ui/Skeleton'
import { type DepositDetails, depositQuery } from '../queries'
import { MovementRow } from './MovementRow'

interface DepositStatementProps {
  /** The button that pays what is missing. */
  pay?: ReactNode
}

/** How the deposit balance came about, and every movement behind it. */
export function DepositStatement({ pay }: DepositStatementProps) {
  return (
    <Loaded query={useQuery(depositQuery)} pending={<SkeletonList label={m.deposit_loading()} />} age={age}>
      {(data) => (
        <div className="grid gap-5">
          {data.isSettlementReady && <SettlementNotice />}
          <DepositSlip data={data} pay={data.depositBalance < 0 && pay} />
          <Movements data={data} />
        </div>
      )}
    </Loaded>
  )
}

function SettlementNotice() {
  const review = (
    <LinkButton to="/home" search={{ showSettlement: 'true' }} state={{ settlementFrom: 'statement' }} compact>
      {m.deposit_review()}
    </LinkButton>
  )
  return <Notice tone="success" title={m.deposit_settlement_ready()} action={review} />
}

function DepositSlip({ data, pay }: { data: DepositDetails; pay: ReactNode }) {
  const adjusted = data.adjustmentPlusQcAmountPlusAmountRefunded
  const held = Math.round((data.amountPaid - adjusted) * 100) / 100
  return (
    <RentSlip
      title={m.deposit_balance()}
      amount={data.depositBalance}
      tone={data.depositBalance < 0 ? 'overdue' : 'plain'}
      note={m.deposit_balance_note()}
    >
      <AmountList>
        <AmountRow label={m.deposit_paid()} value={data.amountPaid} />
        {adjusted !== 0 && <AmountRow label={m.deposit_adjusted()} value={-adjusted} />}
        <AmountRow label={m.deposit_held()} value={held} total />
        <AmountRow label={m.deposit_required()} value={-data.subscriptionDeposit} />
        <AmountRow label={m.deposit_balance()} value={data.depositBalance} total />
      </AmountList>
      {pay && <div className="pt-5">{pay}</div>}
    </RentSlip>
  )
}

function Movements({ data }: { data: DepositDetails }) {
  if (data.transactions.length === 0) {
    return (
      <EmptyState art={<EmptyShelfArt />} title={m.deposit_empty_title()}>
        {m.deposit_empty_text()}
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="deposit-statement">
      <h2 id="deposit-statement" className="pb-3 font-semibold text-card">
        {m.deposit_statement()}
      </h2>
      <ul className="divide-y divide-line rounded-card bg-surface px-4">
        {data.transactions.map((row) => (
          <MovementRow key={row.id} {...row} />
        ))}
      </ul>
    </section>
  )
}
