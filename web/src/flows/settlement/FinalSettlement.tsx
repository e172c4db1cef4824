import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { type Preference, UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { type Payee, payeeQuery, type Settlement } from '#/features/refund/calls'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundAlternates } from '#/features/refund/components/RefundOptions'
import { RefundSum } from '#/features/refund/components/RefundSum'
import { UpiForm } from '#/features/refund/components/UpiForm'
import { maskedAccount, type RefundStep } from '#/features/refund/model'
import { useRefundChoice } from '#/features/refund/use-refund-choice'
import { lineWords, paysDueWords, refundText, settlementTitle, stateWord } from '#/features/refund/words'
import { dataAge } from '#/kit/DataAge'
import { formatDay, formatMoment } from '#/kit/dates'
import { useDraftState } from '#/kit/draft-storage'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { useBackCloses } from '#/platform/back'
import { sumRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'
import { toneOf } from './OtherSettlements'

interface FinalSettlementProps {
  settlement: Settlement
  /** Shows what is settled, because there are several settlements. */
  named: boolean
  /**
   * Opened from a banner in order to decide, so the other preferences are open. Elsewhere they are collapsed.
   */
  fromBanner: boolean
  onNext(step: RefundStep): void
}

/** The settlement of a refund: its lines, its sum, and where the money goes. */
export function FinalSettlement({ settlement, named, fromBanner, onNext }: FinalSettlementProps) {
  const [form, setForm] = useDraftState<RefundStep | undefined>('settlement-form', undefined)
  const [ways, setWays] = useState(false)
  useBackCloses(form !== undefined, () => setForm(undefined))
  const choice = useRefundChoice({ mode: 'banner', onNext: (step) => (isForm(step) ? setForm(step) : onNext(step)) })
  const next = (step: RefundStep) => {
    setForm(isForm(step) ? step : undefined)
    if (!isForm(step)) onNext(step)
  }
  if (form === 'bank-details')
    return <BankDetailsForm mode="banner" onNext={next} sum={<RefundSum settlement={settlement} />} />
  if (form === 'refund-upi') return <UpiForm mode="banner" onNext={next} sum={<RefundSum settlement={settlement} />} />
  const active = settlement.refundPreference as Preference | undefined
  return (
    <div className="grid gap-5">
      <Account settlement={settlement} named={named} />
      {settlement.isHeld && active && <EnterAgain settlement={settlement} active={active} onNext={next} />}
      {!settlement.isHeld && (active || settlement.state === 'paid') && (
        <RefundDetails settlement={settlement} active={active} />
      )}
      {settlement.state === 'ready' && active && !settlement.isHeld && (
        <OtherWays open={fromBanner || ways} onOpen={() => setWays(true)}>
          <Correct active={active} onCorrect={setForm} />
          <RefundAlternates hide={active} {...choice} onChoose={choice.choose} />
        </OtherWays>
      )}
    </div>
  )
}

/**
 * Two lines can be identical, because two items of one product have the same
 * deposit, so number them for React.
 */
function numbered<T>(lines: readonly T[]): (T & { no: number })[] {
  return lines.map((line, index) => ({ ...line, no: index + 1 }))
}

/** The lines and their sum: the refund or, during the inspection, the amount being inspected. */
function Account({ settlement, named }: { settlement: Settlement; named: boolean }) {
  const { walletName } = useAppConfig()
  const inspecting = settlement.state === 'inspecting'
  const title = inspecting ? m.settlement_inspecting_amount() : m.settlement_amount()
  const sum = sumRupees(settlement.lines.map(({ amount }) => amount))
  const amount = inspecting ? sum : settlement.refund
  return (
    <>
      {named && <p className="font-semibold">{settlementTitle(settlement, walletName)}</p>}
      <RentSlip
        title={title}
        amount={amount}
        tone={inspecting ? 'plain' : 'paid'}
        as="h3"
        chip={<Chip tone={toneOf(settlement)}>{stateWord(settlement)}</Chip>}
        note={paysDueWords(settlement)}
        className="bg-sunken"
      >
        <AmountList>
          {numbered(settlement.lines).map((line) => (
            <AmountRow key={line.no} label={lineWords(line, walletName)} value={line.amount} />
          ))}
          <AmountRow total label={title} value={amount} />
        </AmountList>
      </RentSlip>
      {inspecting && (
        <Notice>
          {settlement.origin === 'transfer' ? m.settlement_inspecting_transfer() : m.settlement_inspecting()}
        </Notice>
      )}
    </>
  )
}

interface EnterAgainProps {
  settlement: Settlement
  active: Preference
  onNext(step: RefundStep): void
}

/**
 * The bank did not accept the payout details, so they must be entered again. Until then, no date is promised.
 */
function EnterAgain({ settlement, active, onNext }: EnterAgainProps) {
  const Form = active === UPI ? UpiForm : BankDetailsForm
  return (
    <>
      <InlineError>{m.settlement_held()}</InlineError>
      <Form mode="banner" onNext={onNext} sum={<RefundSum settlement={settlement} />} />
    </>
  )
}

/**
 * Valid payout details can still belong to somebody else, so they can be corrected where the refund is shown.
 */
function Correct({ active, onCorrect }: { active: Preference; onCorrect(form: RefundStep): void }) {
  if (active === WALLET || isDirectLogin()) return null
  const [words, form] =
    active === UPI
      ? [m.settlement_correct_upi(), 'refund-upi' as const]
      : [m.settlement_correct_bank(), 'bank-details' as const]
  return (
    <Button variant="quiet" compact className="-ml-4 justify-self-start" onClick={() => onCorrect(form)}>
      {words}
    </Button>
  )
}

interface OtherWaysProps {
  open: boolean
  onOpen(): void
  children: ReactNode
}

/** The other refund preferences, shown at once or on demand. */
function OtherWays({ open, onOpen, children }: OtherWaysProps) {
  if (open) return children
  return (
    <Button variant="quiet" compact className="-ml-4 justify-self-start" onClick={onOpen}>
      {m.settlement_change()}
    </Button>
  )
}

function isForm(step: RefundStep): boolean {
  return step === 'bank-details' || step === 'refund-upi'
}

/** Where the refund goes or went, and its progress. */
function RefundDetails({ settlement, active }: { settlement: Settlement; active: Preference | undefined }) {
  const { walletName } = useAppConfig()
  const payee = useQuery(payeeQuery(useCustomerId()))
  return (
    <section className="grid gap-3">
      <p className="font-semibold">{refundText(settlement, walletName)}</p>
      {settlement.state === 'ready' && active && active !== WALLET && (
        <QueryContent
          query={payee}
          pending={<SpinnerBlock label={m.kit_loading()} />}
          failed={m.refund_payee_failed()}
          age={dataAge}
        >
          {(saved) => <Rows rows={payeeRows(active, saved)} />}
        </QueryContent>
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
  if (active === UPI) return [[m.refund_upi_id(), payee.vpa]]
  return [
    [m.refund_name(), payee.nameInBank],
    [m.refund_account(), payee.accountNumber && maskedAccount(payee.accountNumber)],
    [m.refund_ifsc(), payee.ifsc],
    [m.refund_bank_name(), payee.bankName],
  ]
}

/** The rows that have a value. If there are none, nothing is rendered. */
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
  return <Notice>{m.settlement_days_left({ days: settlement.workingDaysLeft, day })}</Notice>
}
