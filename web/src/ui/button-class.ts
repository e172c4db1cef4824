import { cx } from '#/shared/cx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonLook {
  variant?: ButtonVariant
  /** Fills the width of its container. */
  wide?: boolean
  compact?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-[1.5px] border-control text-brand-ink hover:bg-brand-soft',
  quiet: 'text-brand-ink hover:bg-brand-soft',
  danger: 'bg-danger text-on-danger hover:opacity-90',
}

const shape =
  'inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold transition-[background-color,opacity,transform] duration-120 active:scale-[0.985] disabled:cursor-not-allowed aria-disabled:cursor-not-allowed disabled:bg-sunken disabled:text-subtle disabled:border-line aria-disabled:opacity-70'

/** The classes of a button, for links that look like buttons. */
export function buttonClass({ variant = 'primary', wide = false, compact = false }: ButtonLook = {}): string {
  const size = compact ? 'min-h-11 px-4 text-support' : 'min-h-12 px-5 text-body'
  return cx(shape, variants[variant], size, wide && 'w-full')
}
