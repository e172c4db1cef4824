import type { ReactNode } from 'react'
import type { AdvancePackage } from '#/api/advance-rent'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { VoucherLink } from '#/kit/VoucherLink'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { StepHeading } from '../kit/StepHeading'
import { ADVANCE_PACKAGE, useGoToAdvance } from './steps'

const day = (value: string | undefined) => formatDay(value) ?? m.kit_not_available()

/**
 * A package stays active until the settlement, even if all its items were picked up, and until the next
 * invoice, even if all have moved to another state. Then it pays no rent any more.
 */
function standing({ state, to, items }: AdvancePackage, wallet: string): string {
  if (state === 'ended') return m.easy_payment_advance_over()
  const standing = items.filter((item) => item.state === 'active')
  if (standing.length === items.length) return m.easy_payment_advance_until({ date: day(to) })
  if (standing.length > 0) {
    return m.easy_payment_advance_until_items({ date: day(to), items: standing.map(({ name }) => name).join(', ') })
  }
  return items.some((item) => item.state === 'closed')
    ? m.easy_payment_advance_item_closed()
    : m.easy_payment_advance_item_back({ wallet })
}

/** Until when rent is paid, with a link to the package. Shown above the options. */
export function PaidUntil({ one }: { one: AdvancePackage }) {
  const goTo = useGoToAdvance()
  const { walletName } = useAppConfig()
  return (
    <section
      aria-label={m.easy_payment_advance_package()}
      className="mb-5 grid justify-items-start gap-3 rounded-card bg-brand-soft p-5"
    >
      <p className="font-bold text-card">{m.easy_payment_advance_package()}</p>
      <p>{standing(one, walletName)}</p>
      <Button variant="secondary" onClick={() => goTo(ADVANCE_PACKAGE)}>
        {m.easy_payment_advance_see()}
      </Button>
    </section>
  )
}

/** The whole package: what was paid, used and left, by item and by invoice, with the vouchers. */
export function AdvancePackageView({ one }: { one: AdvancePackage }) {
  const { walletName } = useAppConfig()
  return (
    <>
      <StepHeading>{m.easy_payment_advance_package()}</StepHeading>
      <div className="grid gap-6">
        <p className="text-muted">{standing(one, walletName)}</p>
        <AmountList>
          <AmountRow
            label={m.easy_payment_advance_paid()}
            note={m.easy_payment_advance_period({ from: day(one.from), to: day(one.to) })}
            value={one.paid}
          />
          <AmountRow label={m.easy_payment_advance_used()} value={one.used} />
          {one.returned > 0 && <AmountRow label={m.easy_payment_advance_returned()} value={one.returned} />}
          <AmountRow label={m.easy_payment_advance_left()} value={one.left} total />
          {one.nextOn && (
            <AmountRow label={m.easy_payment_advance_next({ date: day(one.nextOn) })} value={one.nextAmount} />
          )}
        </AmountList>
        <Part title={m.easy_payment_advance_items()}>
          <ul className="grid gap-3">
            {one.items.map((item) => (
              <li key={item.name} className="grid">
                <span className="font-semibold">{item.name}</span>
                <span className="text-muted text-support">{itemWords(item, walletName)}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={m.easy_payment_advance_movements()}>
          {one.movements.length === 0 && <p className="text-muted">{m.easy_payment_advance_unused()}</p>}
          <AmountList>
            {one.movements.map((moved) => (
              <AmountRow key={moved.number} label={moveWords(moved)} note={day(moved.date)} value={moved.amount} />
            ))}
          </AmountList>
        </Part>
        <Part title={m.easy_payment_advance_vouchers()}>
          <AmountList>
            {one.vouchers.map((voucher) => (
              <AmountRow
                key={voucher.id}
                label={<VoucherLink voucher={voucher} />}
                note={day(voucher.date)}
                value={voucher.amount}
              />
            ))}
          </AmountList>
        </Part>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function itemWords({ state, endedOn, left, paid }: AdvancePackage['items'][number], wallet: string): string {
  const amounts = m.easy_payment_advance_left_of({ left: formatRupees(left), paid: formatRupees(paid) })
  if (state === 'closed') return `${amounts} ${m.easy_payment_advance_item_closed()}`
  if (state === 'active') {
    return endedOn ? `${amounts}. ${m.easy_payment_advance_item_ends({ date: day(endedOn) })}` : amounts
  }
  const ended = m.easy_payment_advance_item_ended({ date: day(endedOn) })
  return left > 0 ? `${ended}. ${amounts}. ${m.easy_payment_advance_item_back({ wallet })}` : ended
}

function moveWords({ kind, number }: AdvancePackage['movements'][number]): string {
  const words: Record<typeof kind, (values: { number: string }) => string> = {
    rent: m.easy_payment_advance_moved_rent,
    lost_discount: m.easy_payment_advance_moved_lost,
    returned: m.easy_payment_advance_moved_back,
  }
  return words[kind]({ number })
}
