import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { m } from '#/copy'
import { type Payee, payeeQuery, type Settlement } from '#/features/refund/calls'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundAlternates } from '#/features/refund/components/RefundOptions'
import { UpiForm } from '#/features/refund/components/UpiForm'
import { BANK, maskedAccount, type Preference, type RefundStep, UPI, WALLET } from '#/features/refund/model'
import { useRefundChoice } from '#/features/refund/use-refund-choice'
import { formatDay, formatMoment } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { useSessionUser } from '#/platform/session'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'

interface FinalSettlementProps {
  settlement: Settlement
  /** Opened from a banner, to decide: the other ways are laid out. Elsewhere people look first. */
  fromBanner: boolean
  onNext(step: RefundStep): void
}

/** The account of what was given back: line by line, and where the refund goes. */
export function FinalSettlement({ settlement, fromBanner, onNext }: FinalSettlementProps) {
  const [form, setForm] = useState<RefundStep>()
  const choice = useRefundChoice({ mode: 'banner', onNext: (step) => (isForm(step) ? setForm(step) : onNext(step)) })
  const next = (step: RefundStep) => {
    setForm(isForm(step) ? step : undefined)
    if (!isForm(step)) onNext(step)
  }
  if (form === 'bank-details') return <BankDetailsForm mode="banner" onNext={next} deposit={settlement.refund} />
  if (form === 'refund-upi') return <UpiForm mode="banner" onNext={next} deposit={settlement.refund} />
  const active = settlement.refundPreference as Preference | undefined
  return (
    <div className="grid gap-5">
      <RentSlip title={m.settlement_amount()} amount={settlement.refund} tone="paid" as="h3" className="bg-sunken">
        <AmountList>
          {settlement.lines.map((line) => (
            <AmountRow key={line.description} label={line.description} value={line.amount} />
          ))}
          <AmountRow total label={m.settlement_amount()} value={settlement.refund} />
        </AmountList>
      </RentSlip>
      {settlement.state === 'inspecting' && <Notice>{m.settlement_inspecting()}</Notice>}
      {active && <RefundDetails settlement={settlement} active={active} />}
      {settlement.isHeld && <Notice tone="danger">{m.settlement_held()}</Notice>}
      {settlement.state === 'ready' && active && (
        <OtherWays open={fromBanner}>
          <RefundAlternates hide={active} onChoose={choice.choose} busy={choice.busy} />
        </OtherWays>
      )}
    </div>
  )
}

/** The other ways to be refunded: at once, or on demand. */
function OtherWays({ open, children }: { open: boolean; children: ReactNode }) {
  const [asked, setAsked] = useState(false)
  if (open || asked) return children
  return (
    <Button variant="quiet" compact className="justify-self-start" onClick={() => setAsked(true)}>
      {m.settlement_change()}
    </Button>
  )
}

function isForm(step: RefundStep): boolean {
  return step === 'bank-details' || step === 'refund-upi'
}

/** Where the refund goes, and how far it is. */
function RefundDetails({ settlement, active }: { settlement: Settlement; active: Preference }) {
  const payee = useQuery(payeeQuery(useSessionUser()?.id ?? 0))
  return (
    <section className="grid gap-3">
      <p className="font-semibold">{settlement.state === 'paid' ? m.settlement_paid() : refundText(active)}</p>
      {active !== WALLET && (
        <Loaded query={payee} pending={<SpinnerBlock label={m.shell_loading()} />}>
          {(saved) => <Rows rows={payeeRows(active, saved)} />}
        </Loaded>
      )}
      <Rows
        rows={[
          [m.settlement_paid_on(), formatMoment(settlement.paidAt)],
          [m.settlement_reference(), settlement.payoutReference],
        ]}
      />
      {settlement.promisedBy && <Countdown settlement={settlement} />}
    </section>
  )
}

type Row = [label: string, value: string | undefined]

function payeeRows(active: Preference, payee: Payee): Row[] {
  if (active === UPI) return [[m.settlement_upi_id(), payee.vpa]]
  return [
    [m.settlement_name(), payee.nameInBank],
    [m.settlement_account(), payee.accountNumber && maskedAccount(payee.accountNumber)],
    [m.settlement_ifsc(), payee.ifsc],
    [m.settlement_bank_name(), payee.bankName],
  ]
}

/** What is known; without anything no empty list is left. */
function Rows({ rows }: { rows: Row[] }) {
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className="grid gap-2">
      {known.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Countdown({ settlement }: { settlement: Settlement }) {
  const day = formatDay(settlement.promisedBy) ?? ''
  const days = settlement.workingDaysLeft
  return (
    <Notice>{days === 1 ? m.settlement_day_left({ day }) : m.settlement_days_left({ days: String(days), day })}</Notice>
  )
}

function refundText(active: Preference): string {
  if (active === WALLET) return m.settlement_wallet_text()
  return active === BANK ? m.settlement_bank_text() : m.settlement_upi_text()
}
