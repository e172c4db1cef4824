import { cx } from '#/shared/cx'
import { formatRupees, moneyParts } from '#/shared/money'

export interface AmountProps {
  /** Rupees, with at most two decimals. */
  value: number
  /** `hero` is for the main amount of a page. */
  size?: 'hero' | 'row' | 'inherit'
  className?: string
}

const sizes = {
  hero: 'text-amount-small font-bold wide:text-amount',
  row: 'font-semibold',
  inherit: '',
} as const

/** Rupees with Indian grouping and a leading minus. The symbol of a hero amount is less prominent. */
export function Amount({ value, size = 'row', className }: AmountProps) {
  const { negative, digits } = moneyParts(value)
  const hero = size === 'hero'
  return (
    <span className={cx('tabular whitespace-nowrap', sizes[size], className)}>
      <span className="visually-hidden">{formatRupees(value)}</span>
      <span aria-hidden="true">
        {negative && '-'}
        <span className={hero ? 'mr-0.5 align-[0.35em] text-[60%] text-muted' : undefined}>₹</span>
        {digits}
      </span>
    </span>
  )
}
