import { m } from '#/copy'
import type { ClosureAmount } from '#/features/closures/closure-amounts'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Disclosure } from '#/ui/Disclosure'
import { RentSlip } from '#/ui/RentSlip'
import { byMonths, DAYS_OF_YEAR, type TenureLine, type TenurePart } from './tenure'

interface ClosureChargesProps {
  amounts: ClosureAmount[]
  /** Rupees, with GST. */
  total: number
  /** The day of the pickup, formatted for display. */
  day: string
  onExplain(): void
}

/** The charge for leaving early: the total, and the calculation for each item. */
export function ClosureCharges({ amounts, total, day, onExplain }: ClosureChargesProps) {
  return (
    <RentSlip
      as="p"
      title={m.close_charges_total()}
      amount={total}
      tone="due"
      note={m.subscriptions_pickup_on({ day })}
      className="bg-sunken"
    >
      <div className="grid gap-2">
        {amounts.map((amount) => (
          <ItemCharge key={amount.orderItem.id} {...amount} open={amounts.length === 1} />
        ))}
        <Button variant="quiet" compact className="-ml-4 justify-self-start" onClick={onExplain}>
          {m.close_how()}
        </Button>
      </div>
    </RentSlip>
  )
}

function ItemCharge({ orderItem, closureCharges, tax, total, calculation, open }: ClosureAmount & { open: boolean }) {
  const { rent, multiplier, rentMethod, daysLeft, tenureMethod, tenureLines } = calculation
  const ends = m.close_tenure_ends({ day: formatDay(orderItem.tenureEndDate) ?? '' })
  const summary = (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
      <span className="grid min-w-0 flex-[1_1_6rem] break-words">
        {orderItem.productName}
        <span className="font-normal text-label text-muted">{ends}</span>
      </span>
      <span className="ml-auto">
        <Amount value={total} />
      </span>
    </span>
  )
  return (
    <Disclosure summary={summary} open={open}>
      <AmountList>
        <AmountRow label={m.close_rent()} value={rent} />
        <AmountRow
          label={m.close_rent_method()}
          value={rentMethod}
          note={orderItem.isAC ? m.close_ac_note() : m.close_rent_method_note({ multiplier })}
        />
        {!orderItem.isAC && (
          <AmountRow
            label={m.close_tenure_method()}
            value={tenureMethod}
            note={<RestOfTenure days={daysLeft} lines={tenureLines} />}
          />
        )}
        <AmountRow
          label={m.close_charge()}
          value={closureCharges}
          note={orderItem.isAC || closureCharges === 0 ? undefined : m.close_charge_lower()}
        />
        <AmountRow label={m.close_tax()} value={tax} />
        <AmountRow label={m.close_item_total()} value={total} total />
      </AmountList>
    </Disclosure>
  )
}

interface RestOfTenureProps {
  /** Days between the pickup and the end of the tenure. */
  days: number
  lines: TenureLine[]
}

/** The remaining days, month by month as they would be billed. Each line multiplies to its amount. */
function RestOfTenure({ days, lines }: RestOfTenureProps) {
  return (
    <>
      {m.close_tenure_days_left({ days })}
      {byMonths(lines).map((part) => (
        <span key={part.from} className="block">
          {tenureWords(part)}
        </span>
      ))}
    </>
  )
}

function tenureWords({ months, days, of, rate, amount }: TenurePart): string {
  const sum = { rate: formatRupees(rate), amount: formatRupees(amount) }
  if (months > 0) return m.close_tenure_months({ months, ...sum })
  return of === DAYS_OF_YEAR ? m.close_tenure_days_of_year({ days, ...sum }) : m.close_tenure_days({ days, of, ...sum })
}
