import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import type { DashboardData } from '#/api/dashboard'
import { getLocale, m } from '#/copy'
import { AtBank } from '#/kit/AtBank'
import { DebitNotes } from '#/kit/DebitNote'
import { formatDay, formatMonth } from '#/kit/dates'
import { late } from '#/kit/Late'
import { PayButton } from '#/kit/PayButton'
import { moneyParts } from '#/shared/money'
import { usePaymentOpen } from '#/state/payment-mark'
import { Chip } from '#/ui/Chip'
import { RentSlip } from '#/ui/RentSlip'
import { type DueBanner, paidByDeposit, plainParts, type TextPart } from '../model'
import { BeingConfirmed } from './BeingConfirmed'
import { ByDeposit } from './ByDeposit'

/** What makes the server's words harmless weighs more than all of the slip, and they are seldom more than a plain sentence. */
const DuesText = late('dues text', () => import('./DuesText'), { pending: <span className="block h-5" /> })

export interface DueSlipProps {
  banner: DueBanner
  data: DashboardData
  /** A payment is being started. */
  busy: boolean
  onPay(): void
  /** What the sum is made of, and by when it is due. */
  parts?: ReactNode
  /** The slip stands below another one, which comes first. */
  also?: boolean
  /** Opens how the amount came about. */
  explain?: ReactNode
}

/** What is owed now, and the button that pays it. */
export function DueSlip({ banner, data, busy, onPay, parts, also = false, explain }: DueSlipProps) {
  const unsure = usePaymentOpen(useCustomerId())
  // Whatever is due is refused while the bank has a debit; a deposit is not.
  const waits = banner.kind !== 'deposit' && data.pendingPayments.some(({ isAutoDebit }) => isAutoDebit)
  return (
    <RentSlip
      title={also ? m.dues_also_due() : titleOf(banner, data)}
      amount={banner.amount}
      tone="due"
      chip={<DebitChip data={data} banner={banner} />}
      note={<Note banner={banner} data={data} parts={parts} />}
    >
      <div className="grid gap-2">
        {waits ? (
          <AtBank data={data} />
        ) : (
          <PayButton wide busy={busy} onClick={onPay}>
            {also ? m.payments_pay_total_now({ total: moneyParts(banner.amount).digits }) : m.dues_pay_now()}
          </PayButton>
        )}
        {data.pendingPayments.length > 0 && !waits && <BeingConfirmed banner={banner} data={data} />}
        {unsure && <Unsure />}
        {explain}
      </div>
    </RentSlip>
  )
}

/** Somebody has closed the dialog that said so: it holds all the same. */
function Unsure() {
  return (
    <div className="text-center text-accent-ink text-support">
      <p>{m.payments_unknown_title()}</p>
      <p>{m.payments_do_not_repeat()}</p>
    </div>
  )
}

/** The spec's title names rent and its month; charges alone are not called rent, nor of a month. */
function titleOf(banner: DueBanner, { dueParts }: DashboardData): string {
  if (banner.kind === 'deposit') return m.dues_deposit_due()
  if (dueParts.length > 0 && dueParts.every(({ kind }) => kind !== 'rent')) return m.dues_charges_due()
  const month = formatMonth(banner.month)
  return month ? m.dues_rental_due({ month }) : m.dues_rental_due_plain()
}

function DebitChip({ data, banner }: { data: DashboardData; banner: DueBanner }) {
  if (banner.kind === 'deposit') return null
  if (data.isAutoDebitInProgress) return <Chip tone="success">{m.dues_auto_debit_on()}</Chip>
  return data.isAutoDebitRequired ? <Chip tone="due">{m.dues_auto_debit_off()}</Chip> : null
}

function Note({ banner, data, parts }: Pick<DueSlipProps, 'banner' | 'data' | 'parts'>) {
  if (banner.kind === 'deposit')
    return data.transferDeposits.length > 0 ? (
      <ByDeposit banner={banner} data={data} />
    ) : (
      <p>{m.dues_deposit_due_note()}</p>
    )
  const { refund, inspection } = paidByDeposit(data)
  return (
    <>
      <DueDay data={data} />
      {(data.debit || data.notDebited.length > 0) && <DebitNotes data={data} />}
      {hasDetails(data) ? parts : <Sentence data={data} />}
      {(refund > 0 || inspection > 0) && <ByDeposit banner={banner} data={data} />}
    </>
  )
}

/** By when the oldest of it was or is to be paid. */
function DueDay({ data: { dueDays } }: Pick<DueSlipProps, 'data'>) {
  const [oldest] = dueDays
  if (!oldest) return null
  const date = formatDay(oldest.dueDate) ?? ''
  return oldest.isOverdue ? (
    <p className="font-semibold text-danger-ink">{m.dues_overdue({ date })}</p>
  ) : (
    <p className="font-semibold">{m.invoices_due_by({ date })}</p>
  )
}

/** The title speaks of rent: whatever else is due is named beneath it, and so is what it does not say of rent. */
function hasDetails({ dueParts: [first, ...others], dueDays, walletDeduction }: DashboardData): boolean {
  return !!first && (others.length > 0 || first.kind !== 'rent' || dueDays.length > 1 || walletDeduction.amount > 0)
}

function Sentence({ data }: Pick<DueSlipProps, 'data'>) {
  // The server words the dues in English; in other languages the figures speak for themselves.
  const serverWords = getLocale() === 'en' ? data.pendingDuesText : ''
  const plain = plainParts(serverWords)
  return plain ? <PlainText parts={plain} /> : <DuesText html={serverWords} />
}

function PlainText({ parts }: { parts: TextPart[] }) {
  if (parts.length === 0) return null
  return <p>{parts.map(({ text, bold }) => (bold ? <b key={text}>{text}</b> : text))}</p>
}
