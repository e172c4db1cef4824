import { useQuery } from '@tanstack/react-query'
import type { RentalOption } from '#/api/advance-rent'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { upcomingQuery } from '#/features/upcoming/queries'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { Notice } from '#/ui/Notice'

interface BesideProps {
  /** What the wallet pays first at most, in rupees. */
  fromWallet: number
}

/** What paying in advance means for auto debit, if it would debit the rent, and for the wallet, if money is in it. */
export function Beside({ fromWallet }: BesideProps) {
  const { walletName: wallet } = useAppConfig()
  const { data } = useDashboard()
  const { data: next } = useQuery(upcomingQuery(useCustomerId()))
  const debits = data?.hasActiveMandate && next && !['stopped', 'above_limit'].includes(next.debit?.step ?? '')
  if (!debits && !(data && data.rentoMoney > 0)) return null
  const first = m.easy_payment_advance_wallet_first({ amount: formatRupees(fromWallet), wallet })
  const rest = data.rentoMoney > fromWallet ? m.easy_payment_advance_wallet_rest() : ''
  return (
    <Notice>
      <div className="grid gap-2">
        {debits && <p>{m.easy_payment_advance_mandate()}</p>}
        {data.rentoMoney > 0 && (
          <p>{fromWallet > 0 ? `${first} ${rest}` : m.easy_payment_advance_wallet({ wallet })}</p>
        )}
      </div>
    </Notice>
  )
}

/**
 * The items whose tenure ends before the paid months do.
 * Rent is charged until the pickup, so a customer who leaves at the end of the tenure has paid too much.
 */
export function EndingWithin({ to }: { to: string | undefined }) {
  const ending = endingBefore(useDashboard().data?.activeProductLists ?? [], to)
  if (ending.length === 0) return null
  return (
    <Notice tone="due" title={m.easy_payment_advance_tenure_title()}>
      <div className="grid gap-2">
        <ul className="grid list-disc gap-1 pl-5">
          {ending.map(({ id, name, expectedClosureDate }) => (
            <li key={id}>
              {m.easy_payment_advance_tenure_item({ item: name, date: formatDay(expectedClosureDate) ?? '' })}
            </li>
          ))}
        </ul>
        <p>{m.easy_payment_advance_tenure_text()}</p>
      </div>
    </Notice>
  )
}

type Item = Pick<DashboardData['activeProductLists'][number], 'id' | 'name' | 'expectedClosureDate' | 'pickupDate'>

export function endingBefore<T extends Item>(items: T[], to: string | undefined): T[] {
  if (to === undefined) return []
  return items.filter(({ expectedClosureDate, pickupDate }) => !pickupDate && expectedClosureDate < to)
}

/** The items of an offer that move to another state within its months. Their rent is then not part of it. */
export function Moves({ items }: { items: RentalOption['moves'] }) {
  if (items.length === 0) return null
  return (
    <Notice title={m.easy_payment_advance_moves_title()}>
      <ul className="grid list-disc gap-1 pl-5">
        {items.map(({ id, name, movesOn }) => (
          <li key={id}>{m.easy_payment_advance_moves_item({ item: name, date: formatDay(movesOn) ?? '' })}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** The items that the offers leave out, because their pickup is booked. */
export function LeftOut() {
  const leaving = (useDashboard().data?.activeProductLists ?? []).filter(({ pickupDate }) => pickupDate)
  if (leaving.length === 0) return null
  return (
    <Notice title={m.easy_payment_advance_left_out_title()}>
      <ul className="grid list-disc gap-1 pl-5">
        {leaving.map(({ id, name, pickupDate }) => (
          <li key={id}>{m.easy_payment_advance_left_out_item({ item: name, date: formatDay(pickupDate) ?? '' })}</li>
        ))}
      </ul>
    </Notice>
  )
}
