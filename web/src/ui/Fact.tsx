import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'

export interface FactProps {
  term: string
  className?: string
  children: ReactNode
}

/** One entry of a description list. Without content it is left out. */
export function Fact({ term, className, children }: FactProps) {
  if (!children) return null
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-muted text-support">{term}</dt>
      <dd className="grid grid-cols-1 gap-1 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
