import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'
import { Amount } from './Amount'

export interface AmountRowProps {
  label: ReactNode
  /** Rupees. */
  value: number
  note?: ReactNode
  /** The row is the sum of the rows above. */
  total?: boolean
}

/** One line of a bill, with words on the left and rupees on the right. Rows go into an <AmountList>. */
export function AmountRow({ label, value, note, total = false }: AmountRowProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-4',
        total && 'border-line border-t pt-3 font-semibold',
      )}
    >
      <dt className={cx('min-w-0 flex-[1_1_6rem] break-words', total ? 'text-ink' : 'text-muted')}>
        {label}
        {note && <span className="block text-label text-subtle">{note}</span>}
      </dt>
      <dd className="ml-auto text-right">
        <Amount value={value} />
      </dd>
    </div>
  )
}

export function AmountList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3">{children}</dl>
}
