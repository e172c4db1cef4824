import { formatDay } from '#/kit/dates'
import { cx } from '#/shared/cx'
import { Amount } from '#/ui/Amount'

interface MovementRowProps {
  description: string
  date: string
  /** Rupees. Negative amounts went out. */
  amount: number
  note?: string
}

/** One movement of the customer's money with us. */
export function MovementRow({ description, date, amount, note }: MovementRowProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="break-words font-semibold">{description}</p>
        <p className="text-muted text-support">{formatDay(date)}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5">
        <span className={cx('font-semibold', amount > 0 && 'text-success-ink')}>
          {amount > 0 && '+'}
          <Amount value={amount} size="inherit" />
        </span>
        {note && <span className="tabular text-label text-subtle">{note}</span>}
      </div>
    </li>
  )
}
