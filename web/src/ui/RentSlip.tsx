import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'
import { Amount } from './Amount'

export interface RentSlipProps {
  /** What the amount is for, such as "Rental Due for November". */
  title: ReactNode
  /** Rupees. */
  amount: number
  tone?: 'due' | 'overdue' | 'paid' | 'plain'
  chip?: ReactNode
  note?: ReactNode
  /** Below the tear line: rows of the bill, or buttons. */
  children?: ReactNode
  /** The stub slides away once, because the amount has just been paid. */
  torn?: boolean
  /** The heading level of the title. */
  as?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

const tones = {
  due: 'text-accent-ink',
  overdue: 'text-danger-ink',
  paid: 'text-success-ink',
  plain: 'text-muted',
} as const

/**
 * The look of every main amount: the amount on top, a tear line with two punched
 * notches, details on the stub.
 */
export function RentSlip(props: RentSlipProps) {
  const { title, amount, tone = 'plain', chip, note, children, torn = false, as: Title = 'h2', className } = props
  return (
    <section className={cx('slip p-(--slip-pad) [--slip-pad:20px] desktop:[--slip-pad:24px]', className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Title className={cx('font-semibold', tones[tone])}>{title}</Title>
        {chip}
      </div>
      <p className="mt-1">
        <Amount value={amount} size="hero" />
      </p>
      {note && <div className="text-support text-muted">{note}</div>}
      {children && (
        <>
          <div className="slip-tear my-3" aria-hidden="true">
            <hr />
          </div>
          <div className="slip-stub" data-torn={torn}>
            {children}
          </div>
        </>
      )}
    </section>
  )
}
