import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { DepositDay } from '#/kit/DepositDay'
import { DocumentLink } from '#/kit/DocumentLink'
import { DownloadButton } from '#/kit/DownloadButton'
import { depositOf } from '#/kit/deposit'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SkeletonList } from '#/ui/Skeleton'
import { depositPdf } from '../pdf'
import { type DepositDetails, depositQuery } from '../queries'
import { movementWords } from '../words'
import { DepositBar } from './DepositBar'
import { MovementRow } from './MovementRow'

interface DepositStatementProps {
  /** The button that pays the missing deposit. */
  pay?: ReactNode
}

/** How the deposit balance came about, with every movement. */
export function DepositStatement({ pay }: DepositStatementProps) {
  return (
    <QueryContent
      query={useQuery(depositQuery(useCustomerId()))}
      pending={<SkeletonList label={m.deposit_loading()} />}
      age={dataAge}
      failed={m.deposit_failed()}
    >
      {(data) => (
        <div className="grid gap-5">
          {/* A settlement can consist of wallet money only. Then it has nothing to do with the deposit. */}
          {data.isSettlementReady && data.refundOwed > 0 && <SettlementNotice />}
          {data.beingInspected > 0 && <InspectionNotice amount={data.beingInspected} />}
          <DepositSlip data={data} pay={data.depositBalance < 0 && pay} />
          <Movements data={data} />
        </div>
      )}
    </QueryContent>
  )
}

/** Says that a refund waits for the customer, or that the bank did not accept the payout details. */
function SettlementNotice() {
  const held = useDashboard().data?.readyRefund.heldOfDeposit ?? 0
  const review = (
    <LinkButton to="/home" search={{ showSettlement: 'true' }} state={{ settlementFrom: 'statement' }} compact>
      {held > 0 ? m.dues_refund_enter() : m.deposit_review()}
    </LinkButton>
  )
  if (held > 0)
    return <Notice tone="danger" title={m.dues_refund_held({ amount: formatRupees(held) })} action={review} />
  return <Notice tone="success" title={m.deposit_settlement_ready()} action={review} />
}

/**
 * For items that were given back.
 * Their deposit is not free before their settlement, which shows the progress.
 */
function InspectionNotice({ amount }: { amount: number }) {
  const see = (
    <LinkButton to="/home" search={{ showSettlement: 'true' }} state={{ settlementFrom: 'inspection' }} compact>
      {m.dues_inspection_see()}
    </LinkButton>
  )
  return <Notice title={m.deposit_inspected({ amount: formatRupees(amount) })} action={see} />
}

/**
 * The balance as the spec defines it, and below it how the balance is computed.
 * Each row follows from those above.
 */
function DepositSlip({ data, pay }: { data: DepositDetails; pay: ReactNode }) {
  const { paid, unusedRent, used, returning, held, needed, inspected, free, missing } = depositOf(data)
  return (
    <RentSlip
      title={m.deposit_balance()}
      amount={data.depositBalance}
      tone={missing > 0 ? 'overdue' : 'plain'}
      note={balanceNote(data)}
    >
      <DepositBar data={data} />
      <AmountList>
        <AmountRow label={m.deposit_paid()} value={paid} />
        {unusedRent !== 0 && <AmountRow label={m.deposit_moved_advance()} value={unusedRent} />}
        {used !== 0 && <AmountRow label={m.deposit_adjusted()} value={-used} />}
        {returning !== 0 && <AmountRow label={m.deposit_returning()} value={-returning} />}
        <AmountRow label={m.deposit_held()} value={held} total />
        <AmountRow label={m.deposit_required()} value={-needed} />
        {inspected !== 0 && <AmountRow label={m.deposit_part_inspected()} value={-inspected} />}
        <AmountRow
          label={missing > 0 ? m.deposit_part_missing() : m.deposit_part_free()}
          value={missing > 0 ? -missing : free}
          total
        />
        {returning + inspected !== 0 && missing === 0 && (
          <>
            {inspected !== 0 && <AmountRow label={m.deposit_part_inspected()} value={inspected} />}
            {returning !== 0 && <AmountRow label={m.deposit_returning()} value={returning} />}
            <AmountRow label={m.deposit_balance()} value={data.depositBalance} total />
          </>
        )}
      </AmountList>
      {missing > 0 && <MissingDay />}
      {pay && <div className="pt-5">{pay}</div>}
    </RentSlip>
  )
}

function MissingDay() {
  const { data } = useDashboard()
  return (
    data && (
      <div className="pt-3">
        <DepositDay data={data} />
      </div>
    )
  )
}

/** Explains what the balance of the spec includes besides the free deposit. */
function balanceNote(data: DepositDetails): string {
  const { inspected, returning, missing } = depositOf(data)
  if (inspected > 0) return m.deposit_balance_inspected_note()
  return returning > 0 && missing === 0 ? m.deposit_balance_returning_note() : m.deposit_balance_note()
}

function Movements({ data }: { data: DepositDetails }) {
  const { walletName } = useAppConfig()
  if (data.transactions.length === 0) {
    if (data.subscriptionDeposit > 0) return null // the slip above says what is missing
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
      <ul className="divided rounded-card bg-surface px-4">
        {data.transactions.map((row) => (
          <MovementRow key={row.id} {...row} description={movementWords(row, walletName)} />
        ))}
      </ul>
      <div className="pt-5">
        <DownloadButton file={depositPdf} name="deposit.pdf" beside={<DocumentLink type="deposit" />} />
      </div>
    </section>
  )
}
