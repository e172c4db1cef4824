import { useState } from 'react'
import type { AdvanceOptions, RentalOption } from '#/api/advance-rent'
import type { EasyPaymentMeta } from '#/api/auto-debit'
import { useAppConfig } from '#/api/config'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { usePaymentBusy } from '#/features/payments/store'
import { formatDay } from '#/kit/dates'
import { UnlessDebitPending } from '#/kit/PendingDebitNote'
import { SaveTag } from '#/kit/SaveTag'
import { useOnline } from '#/platform/connection'
import { formatRupees, sumRupees } from '#/shared/money'
import { type PaymentRequest, requestPayment } from '#/state/payment-request'
import { Amount } from '#/ui/Amount'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { CheckCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import { StepHeading } from '../kit/StepHeading'
import { Beside, EndingWithin, LeftOut, Moves } from './AdvanceBeside'
import { isDue } from './model'
import { useAboutAdvance } from './use-about'
import { useAgreed } from './use-agreed'

interface AdvanceOptionsFormProps {
  offered: AdvanceOptions
  meta: EasyPaymentMeta
  onKnowMore(): void
}

/**
 * The options of rent in advance. At most one is selected, and a second press deselects it.
 * Without a selection, the button pays what is due.
 */
export function AdvanceOptionsForm({ offered, meta, onKnowMore }: AdvanceOptionsFormProps) {
  const { rentalOptions, pendingAmount, terms } = offered
  const { description } = useAboutAdvance(meta)
  const [months, setMonths] = useState<number>()
  const chosen = rentalOptions.find((option) => option.months === months)
  // All options start with the same month. Without prepayment, the invoice of that month comes a month later.
  const first = formatDay(rentalOptions.find((option) => !isDue(option))?.firstInvoiceOn)
  const inAdvance = chosen && !isDue(chosen)
  const fromWallet = inAdvance ? Math.min(offered.fromWallet, chosen.payable) : 0
  return (
    <>
      <StepHeading>{m.easy_payment_advance_title()}</StepHeading>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <SaveTag />
          <p className="text-muted">{description}</p>
          <Button variant="quiet" className="-ml-5 desktop:ml-0" onClick={onKnowMore}>
            {m.easy_payment_know_more()}
          </Button>
        </div>
        <fieldset className="grid gap-3">
          <legend className="visually-hidden">{m.easy_payment_advance_choose()}</legend>
          {rentalOptions.map((option) => (
            <Option
              key={option.months}
              option={option}
              checked={option.months === months}
              onChange={(on) => setMonths(on ? option.months : undefined)}
            />
          ))}
        </fieldset>
        {first && <p className="text-muted text-support">{m.easy_payment_advance_first({ date: first })}</p>}
        <Beside fromWallet={offered.fromWallet} />
        {first && <LeftOut />}
        {inAdvance && <Breakdown option={chosen} fromWallet={fromWallet} />}
        {inAdvance && <Moves items={chosen.moves} />}
        {inAdvance && <EndingWithin to={chosen.to} />}
        <Leaving terms={terms} />
      </div>
      <Pay
        payable={chosen?.payable ?? pendingAmount}
        fromWallet={fromWallet}
        months={inAdvance ? chosen.months : undefined}
      />
    </>
  )
}

interface OptionProps {
  option: RentalOption
  checked: boolean
  onChange(on: boolean): void
}

function Option({ option, checked, onChange }: OptionProps) {
  const due = isDue(option)
  const { months, payable, discountAmount } = option
  const from = formatDay(option.from) ?? ''
  const to = formatDay(option.to) ?? ''
  return (
    <CheckCard
      title={due ? m.easy_payment_advance_due() : m.easy_payment_advance_months({ months })}
      note={due ? m.easy_payment_advance_due_note() : m.easy_payment_advance_period({ from, to })}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      aside={
        <span className="grid justify-items-end gap-1">
          <Amount value={payable} className="font-semibold" />
          {discountAmount > 0 && (
            <Chip tone="success">{m.easy_payment_advance_saves({ amount: formatRupees(discountAmount) })}</Chip>
          )}
        </span>
      }
    />
  )
}

interface BreakdownProps {
  option: RentalOption
  /** Rupees that the wallet pays of it. */
  fromWallet: number
}

function Breakdown({ option, fromWallet }: BreakdownProps) {
  const { walletName: wallet } = useAppConfig()
  const { months, totalRent, discountAmount, discountPercentage: percent, gst, payable } = option
  return (
    <AmountList>
      <AmountRow label={m.easy_payment_advance_rent({ months })} value={totalRent} />
      <AmountRow label={m.easy_payment_advance_discount({ percent })} value={-discountAmount} />
      <AmountRow label={m.invoices_gst()} value={gst} />
      <AmountRow label={m.easy_payment_advance_total()} value={payable} total />
      {fromWallet > 0 && <AmountRow label={m.payments_from_wallet({ wallet })} value={-fromWallet} />}
    </AmountList>
  )
}

/** Says before the payment what happens to the discount if the customer leaves early. */
function Leaving({ terms: { keepsDiscount, earned } }: Pick<AdvanceOptions, 'terms'>) {
  const [lowest] = earned
  return (
    <section className="grid gap-2 rounded-row bg-sunken p-4 text-support">
      <h3 className="font-semibold">{m.easy_payment_advance_leaving()}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {keepsDiscount && <li>{m.easy_payment_advance_leaving_keeps()}</li>}
        {!keepsDiscount && lowest && <li>{m.easy_payment_advance_leaving_fewer({ months: lowest.months })}</li>}
        {!keepsDiscount &&
          earned.map(({ months, discountPercentage: percent }) => (
            <li key={months}>{m.easy_payment_advance_leaving_tier({ months, percent })}</li>
          ))}
        <li>{m.easy_payment_advance_leaving_rest()}</li>
      </ul>
    </section>
  )
}

interface PayProps {
  payable: number
  fromWallet: number
  months: number | undefined
}

/**
 * The pay button, with what is left to pay after the wallet. If the wallet pays all, it says the whole amount.
 * It is disabled without agreement to the terms, an amount or a network, and says why.
 */
function Pay({ payable, fromWallet, months }: PayProps) {
  const { agreed, terms, reason } = useAgreed({ atFirst: false })
  const { data } = useDashboard()
  const online = useOnline()
  const busy = usePaymentBusy()
  const request: PaymentRequest =
    months === undefined ? { type: 'due', autoDebit: false } : { type: 'advance-rent', autoDebit: false, months }
  const why = payable > 0 ? m.kit_pay_offline() : m.easy_payment_advance_choose()
  return (
    <DialogFooter>
      {terms}
      <UnlessDebitPending type={request.type} data={data}>
        <Button
          wide
          busy={busy}
          disabled={!agreed || payable === 0 || !online}
          disabledReason={payable > 0 && online ? undefined : why}
          onClick={() => requestPayment(request)}
          {...reason}
        >
          {payable > 0
            ? m.easy_payment_advance_pay({ amount: formatRupees(sumRupees([payable, -fromWallet]) || payable) })
            : m.easy_payment_advance_pay_none()}
        </Button>
      </UnlessDebitPending>
    </DialogFooter>
  )
}
