import { useQuery } from '@tanstack/react-query'
import { BellOff, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { advancePackageQuery } from '#/api/advance-rent'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { duePartLabel } from '#/kit/due-parts'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { amountDue, chargedAmount, type PaymentType } from '../model'
import type { Payment } from '../state'
import { AutoDebitTerms } from './AutoDebitTerms'

export type AfterSuccess = 'close' | 'add-payment-mode' | 'more-details'

interface SuccessDialogProps {
  payment: Payment
  data: DashboardData
  onDone(next: AfterSuccess): void
}

export function SuccessDialog({ payment, data, onDone }: SuccessDialogProps) {
  const promote = payment.request.type === 'due' && !payment.autoDebit && data.isAutoDebitRequired
  const { transaction } = payment
  const paid = transaction ? transaction.totalAmount || chargedAmount(transaction) : 0
  const fromWallet = transaction?.walletPaid ? paid : (transaction?.walletAmount ?? 0)
  return (
    <Dialog
      title={m.payments_success_title()}
      onClose={() => onDone('close')}
      footer={
        <Button wide onClick={() => onDone('close')}>
          {m.payments_success_done()}
        </Button>
      }
    >
      <div role="status" className="grid gap-5 [--slip-behind:var(--color-surface)]">
        {transaction && paid > 0 ? (
          <RentSlip
            as="p"
            torn
            tone="paid"
            className="bg-success-soft"
            title={m.payments_success_sentence()}
            amount={paid}
          >
            {fromWallet > 0 && <FromWallet amount={fromWallet} />}
            {payment.request.type === 'advance-rent' && <PaidAhead rmTransactionId={transaction.rmTransactionId} />}
            <p>{m.payments_success_thanks()}</p>
            <p className="tabular pt-1 text-muted text-support">
              {m.payments_reference({ id: transaction.rmTransactionId })}
            </p>
          </RentSlip>
        ) : (
          <div className="grid gap-1 rounded-card bg-success-soft p-5 text-success-ink">
            <p className="font-semibold">{m.payments_success_sentence()}</p>
            <p>{m.payments_success_thanks()}</p>
          </div>
        )}
        <StillDue type={payment.request.type} />
        {promote && <PromotionCard onDone={onDone} />}
      </div>
    </Dialog>
  )
}

/**
 * A payment covers what was due when it began.
 * This notice names what has fallen due since then, from dashboard data that was fetched after the payment.
 * After months in advance it names what is due besides.
 */
function StillDue({ type }: { type: PaymentType }) {
  const [paidAt] = useState(Date.now)
  const { data, dataUpdatedAt } = useDashboard()
  const left = data && dataUpdatedAt > paidAt ? amountDue(type, data) : 0
  const ahead = type === 'advance-rent'
  // Months in advance pay nothing of what is due. If a debit does, home says so.
  if (!data || left === 0 || (ahead && data.isAutoDebitInProgress)) return null
  const words = { amount: formatRupees(left) }
  return (
    <Notice tone="due">
      <p>{ahead ? m.payments_success_besides(words) : m.payments_success_left(words)}</p>
      {type !== 'deposit' && (
        <AmountList>
          {data.dueParts.map(({ kind, amount }) => (
            <AmountRow key={kind} label={duePartLabel(kind)} value={amount} />
          ))}
        </AmountList>
      )}
    </Notice>
  )
}

/** How many months of rent were paid in advance, and until when. Reads the package of this payment. */
function PaidAhead({ rmTransactionId }: { rmTransactionId: number }) {
  const { data } = useQuery({ ...advancePackageQuery(useCustomerId()), refetchOnMount: 'always' })
  const bought = data?.package
  // Until the refetch has answered, the cached package may be an older one.
  if (bought?.rmTransactionId !== rmTransactionId) return null
  const { months, to } = bought
  return <p className="pb-1 font-semibold">{m.payments_success_ahead({ months, date: formatDay(to) ?? '' })}</p>
}

/** The part of the amount that the wallet paid, which may be all of it. */
function FromWallet({ amount }: { amount: number }) {
  const { walletName } = useAppConfig()
  return (
    <div className="pb-3">
      <AmountList>
        <AmountRow label={m.payments_from_wallet({ wallet: walletName })} value={amount} />
      </AmountList>
    </div>
  )
}

function PromotionCard({ onDone }: Pick<SuccessDialogProps, 'onDone'>) {
  return (
    <section aria-labelledby="payment-promo" className="grid gap-4 rounded-card bg-brand-soft p-5">
      <h3 id="payment-promo" className="font-semibold text-card">
        {m.payments_promo_title()}
      </h3>
      <ul className="grid gap-2">
        <li className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
          {m.payments_promo_no_late()}
        </li>
        <li className="flex items-center gap-3">
          <BellOff aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
          {m.payments_promo_forget()}
        </li>
      </ul>
      <AutoDebitTerms />
      <div className="flex flex-wrap gap-3">
        <Button compact onClick={() => onDone('add-payment-mode')}>
          {m.payments_promo_add()}
        </Button>
        <Button compact variant="quiet" onClick={() => onDone('more-details')}>
          {m.payments_promo_more()}
        </Button>
      </div>
    </section>
  )
}
