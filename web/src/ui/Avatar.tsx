import { cx } from '#/shared/cx'

export interface AvatarProps {
  initial: string
  large?: boolean
}

export function Avatar({ initial, large = false }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-ink',
        large ? 'size-14 text-dialog' : 'size-10 text-body',
      )}
    >
      {initial}
    </span>
  )
}
