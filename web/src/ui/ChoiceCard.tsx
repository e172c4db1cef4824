import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#/shared/cx'

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'title' | 'type' | 'children'> {
  title: ReactNode
  note?: ReactNode
  /** A picture or logo between the control and the text. */
  media?: ReactNode
  /** A chip or an amount at the end of the row. */
  aside?: ReactNode
}

function ChoiceCard({ title, note, media, aside, className, type, ...input }: ChoiceCardProps & { type: string }) {
  return (
    <label
      className={cx(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-control border-[1.5px] border-line bg-surface p-4 transition-colors duration-120 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        className,
      )}
    >
      <input {...input} type={type} className="choice" />
      {media}
      {/* On a narrow screen, `aside` wraps below the text instead of squeezing it. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere grid w-23 grow">
          <span className="font-semibold">{title}</span>{' '}
          {note && <span className="text-support text-muted">{note}</span>}
        </span>
        {aside}
      </span>
    </label>
  )
}

/** One of several choices, as a card that can be pressed anywhere. Give the whole group the same `name`. */
export function RadioCard(props: ChoiceCardProps) {
  return <ChoiceCard {...props} type="radio" />
}

/** A choice that can be combined with others, as a card that can be pressed anywhere. */
export function CheckCard(props: ChoiceCardProps) {
  return <ChoiceCard {...props} type="checkbox" />
}
