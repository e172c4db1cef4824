import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'

export interface CardProps {
  title?: ReactNode
  children: ReactNode
  className?: string
}

export function Card({ title, children, className }: CardProps) {
  return (
    <section className={cx('min-w-0 rounded-card bg-surface p-5 desktop:p-6', className)}>
      {title && <h2 className="pb-3 font-semibold text-card">{title}</h2>}
      {children}
    </section>
  )
}
