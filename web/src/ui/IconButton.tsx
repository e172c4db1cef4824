import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#/shared/cx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The text that the icon stands for. */
  label: string
  icon: ReactNode
}

export const iconButtonClass =
  'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-120 hover:bg-sunken'

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={cx(iconButtonClass, className)}>
      {icon}
    </button>
  )
}
