import type { EasyPaymentMeta, PaymentOption } from '#/api/auto-debit'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { SecureNote } from '#/features/payments/components/SecureNote'
import { SetUpErrorNotice } from '#/features/payments/components/SetUpAtGateway'
import type { SetUpPhase } from '#/features/payments/use-set-up'
import { useTranslatedOptions } from '#/features/payments/use-translated-options'
import { formatDay } from '#/kit/dates'
import { useOnline } from '#/platform/connection'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { StepHeading } from '../kit/StepHeading'
import { thisMonth } from './ThisMonth'
import { useAgreed } from './use-agreed'

interface ConfirmationProps {
  option: PaymentOption
  meta: EasyPaymentMeta
  phase: SetUpPhase
  onSet(): void
}

/** What the customer is about to permit. The button opens the gateway. */
export function Confirmation({ option: chosen, meta, phase, onSet }: ConfirmationProps) {
  const [option = chosen] = useTranslatedOptions([chosen])
  const { agreed, terms, reason } = useAgreed()
  const online = useOnline()
  return (
    <>
      <StepHeading>{m.easy_payment_confirm_title()}</StepHeading>
      <div className="grid gap-4">
        <SetUpErrorNotice phase={phase} />
        <div className="grid rounded-row bg-sunken p-4">
          <p className="font-semibold">{option.name}</p>
          <p className="text-muted text-support">{option.paymentText}</p>
        </div>
        <AmountList>
          <AmountRow label={m.easy_payment_monthly_rent()} value={meta.liveItemInvoiceAmount} />
          <AmountRow label={m.easy_payment_most()} value={option.maxAmount} />
        </AmountList>
        <WhenDebited option={option} due={meta.autoDebit.nextDueDate} />
        <p className="text-muted text-support">{m.easy_payment_limit()}</p>
        <DueStays option={option} />
        {option.authorized > 0 && <p>{m.easy_payment_authorized({ amount: formatRupees(option.authorized) })}</p>}
      </div>
      <SecureNote>{m.easy_payment_secure()}</SecureNote>
      <DialogFooter>
        {terms}
        <Button
          wide
          busy={phase.at === 'starting'}
          disabled={!agreed || !online}
          disabledReason={online ? undefined : m.kit_pay_offline()}
          onClick={onSet}
          {...reason}
        >
          {m.easy_payment_set()}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Who debits what next, and how long the permission holds. */
function WhenDebited({ option, due }: { option: PaymentOption; due?: string }) {
  const { staysWith, debitIfChosen: debit } = option
  const [first, last, until] = [formatDay(option.firstDebitDate), formatDay(due), formatDay(option.validUntil)]
  return (
    <div className="grid gap-2 wrap-anywhere">
      {staysWith && (
        <p>
          {m.easy_payment_remove_other({ other: staysWith })} {m.easy_payment_choose_later()}
        </p>
      )}
      {debit && <p>{thisMonth(debit, m.easy_payment_moves)}</p>}
      <p>
        {first && last && (!debit || debit.stays) && m.easy_payment_first({ date: first, due: last })}{' '}
        {until && m.easy_payment_holds({ date: until })}
      </p>
    </div>
  )
}

/** Dues that this mandate will not debit can get late fees. */
function DueStays({ option: { staysWith, debitIfChosen: debit } }: { option: PaymentOption }) {
  const { data } = useDashboard()
  if (!data || staysWith || debit?.stays) return null
  const left = data.totalPayableAmount - (debit?.amount ?? 0)
  if (left <= 0) return null
  return <p className="text-support">{m.easy_payment_due_stays({ amount: formatRupees(left) })}</p>
}
