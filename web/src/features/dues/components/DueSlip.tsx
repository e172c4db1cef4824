import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import { activeProducts, type DashboardData, pendingDebit } from '#/api/dashboard'
import { getLocale, m } from '#/copy'
import { DebitNotes, isComing } from '#/kit/DebitNote'
import { DepositDay } from '#/kit/DepositDay'
import { formatDay, formatMonth } from '#/kit/dates'
import { lazyPart } from '#/kit/lazy-part'
import { PayButton } from '#/kit/PayButton'
import { UnlessDebitPending } from '#/kit/PendingDebitNote'
import { formatRupees, moneyParts } from '#/shared/money'
import { usePaymentOpen } from '#/state/open-payment-status'
import { Chip } from '#/ui/Chip'
import { RentSlip } from '#/ui/RentSlip'
import { type DueBanner, paidByDeposit, plainParts, type TextPart } from '../model'
import { BeingConfirmed } from './BeingConfirmed'
import { ByDeposit } from './ByDeposit'

/**
 * Loaded later: cleaning the server's HTML takes more code than the whole slip,
 * and most texts are plain sentences.
 */
const DuesText = lazyPart('dues text', () => import('./DuesText'), { pending: <span className="block h-5" /> })

export interface DueSlipProps {
  banner: DueBanner
  data: DashboardData
  /** A payment is being started. */
  busy: boolean
  onPay(): void
  /** What the sum consists of, and when it is due. */
  parts?: ReactNode
  /** The slip is below another slip, which comes first. */
  also?: boolean
  /** The link to how the amount came about. */
  explain?: ReactNode
}

/** What is owed now, with the button that pays it. */
export function DueSlip({ banner, data, busy, onPay, parts, also = false, explain }: DueSlipProps) {
  const unsure = usePaymentOpen(useCustomerId())
  const type = banner.kind === 'deposit' ? 'deposit' : 'due'
  return (
    <RentSlip
      title={also ? m.dues_also_due() : titleOf(banner, data)}
      amount={banner.amount}
      tone="due"
      chip={<DebitChip data={data} banner={banner} />}
      note={<Note banner={banner} data={data} parts={parts} />}
    >
      <div className="grid gap-2">
        <UnlessDebitPending type={type} data={data}>
          <PayButton wide busy={busy} onClick={onPay}>
            {also ? m.payments_pay_total_now({ total: moneyParts(banner.amount).digits }) : m.dues_pay_now()}
          </PayButton>
          {data.pendingPayments.length > 0 && <BeingConfirmed banner={banner} data={data} />}
        </UnlessDebitPending>
        {unsure && <Unsure />}
        {explain}
      </div>
    </RentSlip>
  )
}

/** Repeats the warning of the payment dialog after the customer closed it. It still applies. */
function Unsure() {
  return (
    <div className="text-center text-accent-ink text-support">
      <p>{m.payments_unknown_title()}</p>
      <p>{m.payments_do_not_repeat()}</p>
    </div>
  )
}

/** The title of the spec names rent and its month. If only charges are due, it names neither. */
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
    return (
      <>
        <DepositDay data={data} />
        {data.transferDeposits.length > 0 ? (
          <ByDeposit banner={banner} data={data} />
        ) : (
          <p>{m.dues_deposit_due_note()}</p>
        )}
      </>
    )
  const { refund, inspection } = paidByDeposit(data)
  return (
    <>
      <DueDay data={data} />
      {(data.debit || data.notDebited.length > 0) && <DebitNotes data={data} />}
      {hasDetails(data) ? parts : <Sentence data={data} />}
      {(refund > 0 || inspection > 0) && <ByDeposit banner={banner} data={data} />}
      {data.promised && (
        <p className="pt-2">
          {m.kit_promised({ amount: formatRupees(data.promised.amount), date: formatDay(data.promised.by) ?? '' })}
        </p>
      )}
    </>
  )
}

/** When the oldest part of the dues is or was to be paid. */
function DueDay({ data }: Pick<DueSlipProps, 'data'>) {
  const [oldest] = data.dueDays
  // Nothing can be paid by hand while the bank has the debit, and its note says until when.
  if (!oldest || (pendingDebit(data) && !oldest.isOverdue)) return null
  const date = formatDay(oldest.dueDate) ?? ''
  return oldest.isOverdue ? (
    <>
      <p className="font-semibold text-danger-ink">{m.dues_overdue({ date })}</p>
      <WhatGoesOn data={data} />
    </>
  ) : (
    <p className="font-semibold">{m.invoices_due_by({ date })}</p>
  )
}

/** What is billed beside something that is overdue, unless a debit's note says it. */
function WhatGoesOn({ data }: Pick<DueSlipProps, 'data'>) {
  const { nextLateFee: fee, debit, notDebited } = data
  const isSaid = [debit, ...notDebited].some((other) => other && !isComing(other) && other.isOverdue)
  const words = [
    fee && !isSaid && m.dues_overdue_fee({ fee: formatRupees(fee.amount), date: formatDay(fee.date) ?? '' }),
    activeProducts(data).length > 0 && m.dues_overdue_rent(),
  ]
  const text = words.filter(Boolean).join(' ')
  return text ? <p>{text}</p> : null
}

/** The title names only rent, so show details of anything else that is due, and of rent with more to say. */
function hasDetails({ dueParts: [first, ...others], dueDays, walletDeduction }: DashboardData): boolean {
  return !!first && (others.length > 0 || first.kind !== 'rent' || dueDays.length > 1 || walletDeduction.amount > 0)
}

function Sentence({ data }: Pick<DueSlipProps, 'data'>) {
  // The server's text about the dues is in English. In other languages, show only the figures.
  const serverWords = getLocale() === 'en' ? data.pendingDuesText : ''
  const plain = plainParts(serverWords)
  return plain ? <PlainText parts={plain} /> : <DuesText html={serverWords} />
}

function PlainText({ parts }: { parts: TextPart[] }) {
  if (parts.length === 0) return null
  return <p>{parts.map(({ text, bold }) => (bold ? <b key={text}>{text}</b> : text))}</p>
}
