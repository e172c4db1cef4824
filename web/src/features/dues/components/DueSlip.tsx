import type { ReactNode } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { getLocale, m } from '#/copy'
import { formatMonth } from '#/kit/dates'
import { late } from '#/kit/Late'
import { useOnline } from '#/platform/connection'
import { afterFirstScreen } from '#/platform/first-screen'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { RentSlip } from '#/ui/RentSlip'
import { type Banner, plainParts, type TextPart } from '../model'

const DuesText = late('dues text', () => afterFirstScreen(() => import('./DuesText')), {
  pending: <span className="block h-5" />,
})

type DueBanner = Extract<Banner, { kind: 'deposit' | 'rental' }>

export interface DueSlipProps {
  banner: DueBanner
  data: DashboardData
  /** A payment is being started. */
  busy: boolean
  onPay(): void
  /** What the sum is made of. */
  parts?: ReactNode
  /** Opens how the amount came about. */
  explain?: ReactNode
}

/** What is owed now, and the button that pays it. */
export function DueSlip({ banner, data, busy, onPay, parts, explain }: DueSlipProps) {
  const online = useOnline()
  return (
    <RentSlip
      title={titleOf(banner)}
      amount={banner.amount}
      tone="due"
      chip={<DebitChip data={data} banner={banner} />}
      note={<Note banner={banner} data={data} parts={parts} />}
    >
      <div className="grid gap-2">
        <Button wide busy={busy} disabled={!online} disabledReason={m.payments_offline()} onClick={onPay}>
          {m.home_pay_now()}
        </Button>
        {!online && <p className="text-center text-danger-ink text-support">{m.payments_offline()}</p>}
        {explain}
      </div>
    </RentSlip>
  )
}

function titleOf(banner: DueBanner): string {
  if (banner.kind === 'deposit') return m.home_deposit_due()
  const month = formatMonth(banner.month)
  return month ? m.home_rental_due({ month }) : m.home_rental_due_plain()
}

function DebitChip({ data, banner }: { data: DashboardData; banner: DueBanner }) {
  if (banner.kind === 'deposit') return null
  if (data.isAutoDebitInProgress) return <Chip tone="success">{m.home_auto_debit_on()}</Chip>
  return data.isAutoDebitRequired ? <Chip tone="due">{m.home_auto_debit_off()}</Chip> : null
}

function Note({ banner, data, parts }: Pick<DueSlipProps, 'banner' | 'data' | 'parts'>) {
  if (banner.kind === 'deposit') return <p>{m.home_deposit_due_note()}</p>
  const [first, ...others] = data.dueParts
  // The title speaks of rent: whatever else is due is named beneath it.
  if (first && (others.length > 0 || first.kind !== 'rent')) return parts
  // The server words the dues in English; in other languages the figures speak for themselves.
  const serverWords = getLocale() === 'en' ? data.pendingDuesText : ''
  const plain = plainParts(serverWords)
  return plain ? <PlainText parts={plain} /> : <DuesText html={serverWords} />
}

function PlainText({ parts }: { parts: TextPart[] }) {
  if (parts.length === 0) return null
  return <p>{parts.map(({ text, bold }) => (bold ? <b key={text}>{text}</b> : text))}</p>
}
