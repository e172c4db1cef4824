import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'

export type ChipTone = 'neutral' | 'brand' | 'due' | 'accent' | 'success' | 'danger'

const tones: Record<ChipTone, string> = {
  neutral: 'bg-sunken text-muted',
  brand: 'bg-brand-soft text-brand-ink',
  due: 'bg-accent-soft text-accent-ink',
  accent: 'bg-accent text-on-accent',
  success: 'bg-success-soft text-success-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

export interface ChipProps {
  tone?: ChipTone
  icon?: ReactNode
  children: ReactNode
  className?: string
}

export function Chip({ tone = 'neutral', icon, children, className }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1.5 rounded-chip px-2 py-0.5 text-label font-semibold',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
