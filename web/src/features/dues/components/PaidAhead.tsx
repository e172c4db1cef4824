import { Link } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'

interface PaidAheadProps {
  paid: NonNullable<DashboardData['paidAhead']>
  /** Whether something is due beside it. */
  due: boolean
  /** The classes of the link. */
  className: string
}

/** From when until when rent is paid in advance, with a link to the rest of the package. */
export function PaidAhead({ paid, due, className }: PaidAheadProps) {
  const [from, date] = [formatDay(paid.from) ?? '', formatDay(paid.until)]
  const amount = formatRupees(paid.left)
  return (
    <div className="grid justify-items-start rounded-card bg-surface p-5 help:col-span-2 desktop:col-span-1">
      <p>{date ? m.dues_paid_ahead({ from, date, amount }) : m.dues_paid_ahead_over({ amount })}</p>
      {paid.items.map(
        ({ id, name, endedOn }) =>
          endedOn && <p key={id}>{m.dues_paid_ahead_not_for({ item: name, date: formatDay(endedOn) ?? '' })}</p>,
      )}
      {due && <p>{m.dues_paid_ahead_besides()}</p>}
      <Link
        to="."
        search={(search) => ({
          ...search,
          paymentMode: 'easy-payment' as const,
          paymentType: 'advance-rental' as const,
          paymentStep: 'advance-rental-package' as const,
        })}
        className={className}
      >
        {m.dues_paid_ahead_see()}
      </Link>
    </div>
  )
}
